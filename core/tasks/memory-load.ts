import type { SnapshotStore } from '@crawlee/core';
import { memoryBytes } from '../settings/memory-budget';

/** Part of the memory that may be allowed to this process above which no further page is started. */
const highShare = 0.8;
/** Time between two looks. */
const lookMs = 1000;
/** Part of the looks of the last seconds that must have found too much. */
const overloadedRatio = 0.2;

/** Tells a pool when this process uses most of its memory. Crawlee's own signal starts `ps` for every look. */
export const memoryLoad = (store: typeof SnapshotStore, usedBytes = () => process.memoryUsage.rss()) =>
  store.fromInterval({
    name: 'engineMemory',
    overloadedRatio,
    intervalMillis: lookMs,
    handler: (snapshots, done) => {
      snapshots.push({ createdAt: new Date(), isOverloaded: usedBytes() > memoryBytes() * highShare });
      done();
    },
  });
