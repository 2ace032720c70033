import { defineStore } from 'pinia';
import { savedApi } from '../api/saved-api';
import { savedList } from './saved-list';

/** Saved recipes. */
export const useRecipes = defineStore('recipes', () => savedList(savedApi.recipes));
