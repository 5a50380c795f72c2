/** File servers that the agent's core knows from the start. */
export const knownServers: readonly string[] = [
  'xftp://kX1v7oGWzQ0mTnJq5yR2bL8sEuHcD4aFpViK9xZ3wMg=@xftp1.sandbox.invalid',
  'xftp://pQ7yN2eKfTz4uW9rVx0bA5sLjHcGmD1iOqB8kE3tYwU=@xftp2.sandbox.invalid',
];

/** A file server of nobody whom the agent's core knows. */
export const unknownServer =
  'xftp://zR4tB8uXnM1cQ6wL0vJ5hKsYpEfGdA2iOoT7rN9kVxE=@files.elsewhere.invalid';
