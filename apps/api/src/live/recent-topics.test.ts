import { describe, expect, test } from 'vitest';
import { recentTopics } from './recent-topics.ts';

describe('topics that moved of late', () => {
  test('are unknown until the server listens', () => {
    const topics = recentTopics();
    topics.move('badges', 1_000);
    expect(topics.since(1_000, 1_000)).toBeUndefined();
    topics.miss(2_000);
    expect([topics.since(1_999, 2_500), topics.since(2_000, 2_500)]).toEqual([undefined, []]);
  });

  test('are told from a time on, each once', () => {
    const topics = recentTopics();
    topics.miss(0);
    topics.move('badges', 1_000);
    topics.move('ticket:7', 2_000);
    topics.move('badges', 3_000);
    expect(topics.since(1_500, 4_000)).toEqual(['ticket:7', 'badges']);
    expect(topics.since(2_001, 4_000)).toEqual(['badges']);
    expect(topics.since(3_001, 4_000)).toEqual([]);
  });

  test('are unknown from before a gap, and from more than a minute ago', () => {
    const topics = recentTopics();
    topics.miss(0);
    topics.move('badges', 1_000);
    expect(topics.since(1_000, 61_000)).toEqual(['badges']);
    expect(topics.since(1_000, 61_001)).toBeUndefined();
    topics.miss(30_000);
    topics.move('messages', 31_000);
    expect([topics.since(29_999, 31_000), topics.since(30_000, 31_000)]).toEqual([undefined, ['messages']]);
  });
});
