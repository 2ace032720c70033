import { defineStore } from 'pinia';
import { ref } from 'vue';
import { onSignedOut, toApiError } from '../api/client';
import { engineApi } from '../api/engine-api';
import type { SessionInfo } from '../api/types';
import { t } from '../texts/i18n';

/** This browser's session with the engine. */
export const useSession = defineStore('session', () => {
  const state = ref<'asking' | 'in' | 'out' | 'unreachable'>('asking');
  const info = ref<SessionInfo>();
  const signInError = ref<string>();

  onSignedOut(() => {
    state.value = 'out';
  });

  /** Loads the session. Returns true if the engine responded, even if the user is not signed in. */
  async function refresh(): Promise<boolean> {
    try {
      info.value = await engineApi.session();
      state.value = 'in';
      return true;
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.status === 401) return true;
      if (state.value === 'asking') state.value = 'unreachable';
      return false;
    }
  }

  async function signIn(key: string): Promise<void> {
    signInError.value = undefined;
    try {
      await engineApi.signIn(key.trim());
      await refresh();
    } catch (thrown) {
      const error = toApiError(thrown);
      signInError.value = error.status === 401 || error.status === 403 ? t('shell.wrongKey') : error.message;
    }
  }

  /** Ends this browser's session. Other windows stay signed in. */
  async function signOut(): Promise<void> {
    await engineApi.signOut();
    state.value = 'out';
  }

  return { state, info, signInError, refresh, signIn, signOut };
});

/** Saved job named in a `gleaner://run` link. The job runs only after the user confirms. */
export const useLinkedRun = defineStore('linked-run', () => {
  const name = ref<string>();
  return { name };
});
