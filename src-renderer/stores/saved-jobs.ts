import { defineStore } from 'pinia';
import { savedApi } from '../api/saved-api';
import { savedList } from './saved-list';

/** Jobs saved by name. */
export const useSavedJobs = defineStore('saved-jobs', () => savedList(savedApi.jobs, 'saved.changed'));
