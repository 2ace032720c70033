import type { Job } from '../../common/job';
import { maskText } from '../../common/values/mask-secrets';
import { noticeId } from '../../jobs/delivery/notice-id';
import { type StoredStep, shown } from '../answers/step-log';
import type { AgentOutcome, StartedAgent } from './agent-rules';

/** Maximum length of `targetHint` in the list of runs, in characters. */
const hintChars = 120;

/** Returns a short message about a run in chat mode, composed from its values without a model. */
export function messageOf({ outcome, error }: Pick<Job, 'outcome' | 'error'>): string {
  const data = (outcome as AgentOutcome | undefined)?.data;
  if (data === undefined || data === null) return error ?? 'No page contains the answer.';
  if (typeof data !== 'object') return String(data);
  const lines = Object.entries(data).map(([name, value]) => `${name}: ${wordsOf(value)}`);
  return lines.join('\n') || 'No page contains the answer.';
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join('; ');
  if (typeof value !== 'object' || value === null) return String(value ?? 'unknown');
  return Object.entries(value)
    .map(([name, one]) => `${name} ${wordsOf(one)}`)
    .join(', ');
}

type Run = Job<StartedAgent>;

const endings = { completed: 'succeeded', failed: 'failed', cancelled: 'cancelled' } as const;

const outcomeOf = ({ state }: Run): (typeof endings)[keyof typeof endings] | undefined =>
  state === 'completed' || state === 'failed' || state === 'cancelled' ? endings[state] : undefined;

const requestOf = ({ options }: Run) => {
  const { urls, prompt, schema, model, profile, effort } = options;
  return { urls, prompt: maskText(prompt), schema, model: model ?? profile, effort };
};

/** Converts a run to a list entry. */
export function listedAgent(job: Run) {
  const { id, createdAt, url, options } = job;
  const outcome = outcomeOf(job);
  const status = outcome === undefined ? 'processing' : outcome === 'succeeded' ? 'completed' : 'failed';
  return {
    ...{ id, createdAt, targetHint: maskText(url).slice(0, hintChars), origin: options.origin },
    integration: options.integration,
    settings: { hidden: false, starred: false },
    status,
    options: requestOf(job),
  } as const;
}

/** Converts a run to a turn in its thread. */
export function threadRun(job: Run, includeData: boolean) {
  const { id, createdAt, finishedAt = null, options, spent, outcome } = job;
  const { urls, prompt, schema, effort } = requestOf(job);
  const { threadTurn: turn = 1, mode = 'extract' } = options;
  const isDone = outcomeOf(job) !== undefined;
  return {
    ...{
      id,
      turn,
      mode,
      prompt,
      urls,
      schema,
      effort,
      status: outcomeOf(job) ?? ('processing' as const),
      createdAt,
      finishedAt,
    },
    creditsUsed: spent?.credits ?? null,
    message: isDone && mode === 'chat' ? messageOf(job) : null,
    ...(includeData ? { data: (outcome as AgentOutcome | undefined)?.data } : {}),
    suggestions: null,
  } as const;
}

/** Returns a run's steps as trace events, which the app shows live. */
export function traceOf(job: Run): readonly Readonly<Record<string, unknown>>[] {
  const { id: runId, createdAt, startedAt = createdAt, finishedAt = createdAt, options, error } = job;
  const { steps = [] } = options;
  const agent = { id: `${runId}-agent`, role: 'orchestrator', name: 'Agent' };
  const outcome = outcomeOf(job);
  const failure = error && { code: 'internal', source: 'agent', retryable: false, message: error };
  const ended =
    outcome === 'cancelled'
      ? { code: 'cancelled', source: 'system', retryable: false, message: error ?? 'Cancelled.' }
      : failure;
  const durationMs = Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt));
  const events: (readonly [type: string, at: string, facts?: object])[] = [
    ['run.started', createdAt],
    ['agent.started', startedAt],
    ...steps.flatMap(eventsOf),
    ...(outcome === 'succeeded' ? [['artifact.updated', finishedAt, { artifact: dataArtifact }] as const] : []),
    ...(outcome === 'cancelled' ? [['run.cancel_requested', finishedAt, { reason: 'user' }] as const] : []),
    ...(outcome ? [['agent.finished', finishedAt, { outcome, durationMs, error: ended ?? null }] as const] : []),
    ...(outcome ? [['run.finished', finishedAt, { outcome, error: ended ?? null }] as const] : []),
  ];
  return events.map(([type, occurredAt, facts], index) => ({
    ...{
      schemaVersion: 1,
      eventId: noticeId(runId, 'trace', `${index}`),
      runId,
      occurredAt,
      producerSequence: index + 1,
    },
    ...{ agent, type, ...facts },
  }));
}

const dataArtifact = { kind: 'json', artifactId: 'data', snapshotId: 'data', change: 'init' };

/** Returns the events for a step: its reason, its start and, once known, its result. */
function eventsOf(step: StoredStep, index: number, steps: readonly StoredStep[]) {
  const { at, action, input, reason, taskId, url, found, screenshot } = step;
  const call = { toolCallId: `step-${step.step}`, toolName: action };
  // A step ends when the next step starts.
  const end = steps[index + 1]?.at ?? (taskId ? at : undefined);
  const result = { url, found, ...(action === 'search' ? { urls: input.found } : {}) };
  const artifact = {
    kind: 'screenshot',
    artifactId: `screenshot-${step.step}`,
    snapshotId: `step-${step.step}`,
    change: 'init',
  };
  const shot = screenshot
    ? [['artifact.updated', end ?? at, { artifact: { ...artifact, sourceToolCallId: call.toolCallId } }] as const]
    : [];
  return [
    ['reasoning.summary', at, { text: reason }] as const,
    ['tool_call.started', at, { ...call, parameters: input }] as const,
    ...(end ? [['tool_call.finished', end, { ...call, result }] as const] : []),
    ...shot,
  ];
}

/** Returns part of a run as JSON: either the run's data or one of its steps. Undefined if the ID is unknown. */
export function snapshotOf({ options, outcome }: Run, id: string): string | undefined {
  if (id === 'data') return outcome === undefined ? undefined : JSON.stringify((outcome as AgentOutcome).data ?? null);
  const step = options.steps?.find((one) => `step-${one.step}` === id);
  return step && JSON.stringify(shown(step));
}
