/** argon2id with a bound on how many run at once, so that logins cannot exhaust the machine. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** A null hash takes as long as a wrong password, so that time does not tell who exists. */
  verify(hash: string | null, password: string): Promise<boolean>;
}
