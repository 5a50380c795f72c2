/** A table's rows may be read by all; who changes one asks for it with `edit`, so that the change is saved. */
type Frozen<Row> = { readonly [Key in keyof Row]: Row[Key] };

/**
 * Rows by number. Each row keeps its JSON until it is edited, so that saving a large network costs what changed.
 */
export class Table<Row extends { readonly id: number }> {
  private readonly rows = new Map<number, Row>();
  private readonly texts = new Map<number, string>();
  private readonly changed: () => void;

  constructor(changed: () => void) {
    this.changed = changed;
  }

  get size(): number {
    return this.rows.size;
  }

  get(id: number | undefined): Frozen<Row> | undefined {
    return id === undefined ? undefined : this.rows.get(id);
  }

  /** The row, which must exist: its absence is a bug. */
  need(id: number): Frozen<Row> {
    return this.edit(id, false);
  }

  /** The row, to be changed now. */
  edit(id: number, changes = true): Row {
    const row = this.rows.get(id);
    if (row === undefined) throw new Error(`the sandbox has no row ${id}`);
    if (changes) {
      this.texts.delete(id);
      this.changed();
    }
    return row;
  }

  add(row: Row): Row {
    this.rows.set(row.id, row);
    this.texts.delete(row.id);
    this.changed();
    return row;
  }

  delete(id: number): void {
    this.rows.delete(id);
    this.texts.delete(id);
    this.changed();
  }

  all(): IterableIterator<Frozen<Row>> {
    return this.rows.values();
  }

  find(test: (row: Frozen<Row>) => boolean): Frozen<Row> | undefined {
    for (const row of this.rows.values()) if (test(row)) return row;
    return undefined;
  }

  /** One above the highest number: the core numbers contacts, groups and members again after a deletion. */
  nextId(first: number): number {
    let highest = first - 1;
    for (const id of this.rows.keys()) if (id > highest) highest = id;
    return highest + 1;
  }

  load(rows: readonly Row[]): void {
    for (const row of rows) this.rows.set(row.id, row);
  }

  /** The rows as a JSON array. */
  json(): string {
    const parts: string[] = [];
    for (const [id, row] of this.rows) {
      let text = this.texts.get(id);
      if (text === undefined) {
        text = JSON.stringify(row);
        this.texts.set(id, text);
      }
      parts.push(text);
    }
    return `[${parts.join(',\n')}]`;
  }
}
