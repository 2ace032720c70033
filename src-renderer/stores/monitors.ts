import { defineStore } from 'pinia';
import { savedApi } from '../api/saved-api';
import { savedList } from './saved-list';

/** Saved jobs whose runs are compared. */
export const useMonitors = defineStore('monitors', () => savedList(savedApi.monitors, 'saved.changed'));
