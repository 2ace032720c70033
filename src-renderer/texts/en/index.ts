import { common } from './common';
import { deliveries } from './deliveries';
import { developers } from './developers';
import { errors } from './errors';
import { extract } from './extract';
import { form } from './form';
import { jobs } from './jobs';
import { monitors } from './monitors';
import { newJob } from './new-job';
import { playground } from './playground';
import { reference } from './reference';
import { result } from './result';
import { rows } from './rows';
import { saved } from './saved';
import { settings } from './settings';
import { shell } from './shell';
import { start } from './start';
import { table } from './table';
import { units } from './units';
import { usage } from './usage';

/** All English texts, by area. */
export const en = {
  common,
  deliveries,
  developers,
  errors,
  extract,
  form,
  jobs,
  monitors,
  newJob,
  playground,
  reference,
  result,
  rows,
  saved,
  settings,
  shell,
  start,
  table,
  units,
  usage,
} as const;
