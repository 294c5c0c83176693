// A list that goes on: iterate over it, and all pages come one after another.
import type { Caller, ReadOptions } from "./calls.js";

interface Listed {
  hasMore: boolean;
  nextCursor: string | null;
}

/** Asks for the page behind this cursor; for the first one without. */
type Ask<Answer> = (cursor: string | null) => Promise<Answer>;

/** One page. `rows` is this page alone, `answer` all that was answered, `nextCursor` null on the last page. */
export class Page<Row, Answer extends object = object> implements AsyncIterable<Row> {
  readonly answer: Answer;
  readonly #field: string;
  readonly #ask: Ask<Answer>;

  /** @internal */
  constructor(answer: Answer, field: string, ask: Ask<Answer>) {
    this.answer = answer;
    this.#field = field;
    this.#ask = ask;
  }

  get rows(): Row[] {
    return (this.answer as Record<string, unknown>)[this.#field] as Row[];
  }

  get nextCursor(): string | null {
    const { hasMore, nextCursor } = this.answer as unknown as Listed;
    return hasMore ? nextCursor : null;
  }

  /** The page behind this one; null if this is the last. */
  async nextPage(): Promise<Page<Row, Answer> | null> {
    const cursor = this.nextCursor;
    return cursor === null ? null : new Page(await this.#ask(cursor), this.#field, this.#ask);
  }

  /** The rows of this page and of all behind it. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for (let page: Page<Row, Answer> | null = this; page; page = await page.nextPage()) yield* page.rows;
  }
}

/** A list that nobody has asked for yet: `for await (const row of pages)` for all rows, `await pages` for the first page. */
export class Pages<Row, Answer extends object = object> implements AsyncIterable<Row>, PromiseLike<Page<Row, Answer>> {
  readonly #field: string;
  readonly #ask: Ask<Answer>;

  /** @internal */
  constructor(client: Caller, path: string, field: string, cursor: string, query: object, options: ReadOptions) {
    this.#field = field;
    this.#ask = (at) => client.call("GET", path, { ...options, query: at === null ? query : { ...query, [cursor]: at } });
  }

  then<Found = Page<Row, Answer>, Failed = never>(
    found?: ((page: Page<Row, Answer>) => Found | PromiseLike<Found>) | null,
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Found | Failed> {
    return this.#first().then(found, failed);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    yield* await this.#first();
  }

  async #first(): Promise<Page<Row, Answer>> {
    return new Page(await this.#ask(null), this.#field, this.#ask);
  }
}
