/** Cache of recent answers with expiry; evicts the oldest when full. */
export class Recent<T> {
  private readonly kept = new Map<string, { value: T; until: number }>();
  private readonly room: number;
  private readonly lasts: number;
  private readonly now: () => number;

  constructor({ room, lasts, now = Date.now }: { room: number; lasts: number; now?: () => number }) {
    this.room = room;
    this.lasts = lasts;
    this.now = now;
  }

  get(key: string): T | undefined {
    const found = this.kept.get(key);
    return found && found.until > this.now() ? found.value : undefined;
  }

  set(key: string, value: T) {
    this.kept.delete(key);
    const [oldest] = this.kept.keys();
    if (this.kept.size >= this.room && oldest !== undefined) this.kept.delete(oldest);
    this.kept.set(key, { value, until: this.now() + this.lasts });
  }
}

export const DAY = 86_400_000;
