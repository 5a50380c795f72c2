import { beforeEach, describe, inject } from 'vitest';

/** A real core, and servers on this computer. */
export interface RealNetwork {
  /** Path of libsimplex. */
  readonly library: string;
  readonly smp: string;
  /** The file server that the agent uses. */
  readonly xftp: string;
  /** One that the agent does not know; absent when the environment names none. */
  readonly unknownXftp?: string;
}

/** What this computer has of it; `missing` is one line that says what is not there and how to have it. */
export type Availability = { readonly network: RealNetwork } | { readonly missing: string };

declare module 'vitest' {
  export interface ProvidedContext {
    availability: Availability;
  }
}

/** The network of this run, or `undefined`: all tests are skipped then. */
export function realNetwork(): RealNetwork | undefined {
  const availability = inject('availability');
  return 'network' in availability ? availability.network : undefined;
}

/** Tests that need a real network; where there is none, each is skipped with the reason. */
export function onRealNetwork(name: string, tests: () => void): void {
  const availability = inject('availability');
  describe(name, () => {
    beforeEach(({ skip }) => {
      if ('missing' in availability) skip(availability.missing);
    });
    tests();
  });
}
