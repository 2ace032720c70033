import { AppError } from '../../../common/errors';
import { systemCode } from '../../../platform/data-folder/storage-error';

/** A database, as described in error messages. */
export interface NamedDatabase {
  /** Host and name of the database, without credentials. */
  readonly name: string;
  readonly user: string;
}

/**
 * System and PostgreSQL error codes that mean that the server is unreachable, starting, stopping or out of connections.
 * Also includes the code for a transaction that the server ended because it was idle.
 */
const unreachableCodes =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[1-5]|53300|25P03)$/;
/** Matches messages of driver errors that have no code but also mean that the server is unavailable. */
const unreachableWords =
  /connection terminated|timeout exceeded when trying to connect|client has encountered|not queryable/i;

/** True when a failure means that the server is temporarily unavailable. */
export const isUnreachable = (thrown: unknown): boolean =>
  unreachableCodes.test(systemCode(thrown) ?? '') || (thrown instanceof Error && unreachableWords.test(thrown.message));

/** Error messages by PostgreSQL error code. Each message explains how to fix the problem. */
const sentences: Readonly<Record<string, (database: NamedDatabase, reason: string) => string>> = {
  '28000': ({ name, user }) =>
    `The database ${name} rejects the user ${user}. Check GLEANER_DATABASE_URL and the server's pg_hba.conf.`,
  '28P01': ({ name, user }) =>
    `The database ${name} rejected the password of the user ${user}. Check GLEANER_DATABASE_URL.`,
  '3D000': ({ name }) => `There is no database ${name}. Create it, or correct GLEANER_DATABASE_URL.`,
  '42501': ({ name, user }, reason) =>
    /for database/.test(reason)
      ? `The user ${user} is not allowed to connect to the database ${name}. Grant the permission (grant connect on database … to "${user}").`
      : `The user ${user} lacks permissions in the database ${name}. Allow it to create tables in the schema (grant create on schema public to "${user}").`,
  '25006': ({ name }) => `The database ${name} is read-only. Set GLEANER_DATABASE_URL to the primary server.`,
  '53100': ({ name }) =>
    `The disk of the database ${name} is full. Free some space and Gleaner continues automatically. Nothing written earlier is lost.`,
};

/**
 * Converts a PostgreSQL failure to an AppError: DATABASE_UNAVAILABLE when the server is unavailable, and STORAGE_ERROR
 * otherwise.
 */
export function databaseError(thrown: unknown, database: NamedDatabase): AppError {
  if (thrown instanceof AppError) return thrown;
  const code = systemCode(thrown) ?? '';
  const reason = thrown instanceof Error && thrown.message ? thrown.message : code;
  if (isUnreachable(thrown)) {
    const sentence = `The database ${database.name} cannot be reached (${reason}). Check that its server is running. If Gleaner is running, it continues automatically when the database is available again.`;
    return new AppError('DATABASE_UNAVAILABLE', sentence, { cause: thrown });
  }
  if (/CERT|ERR_TLS/.test(code)) {
    const sentence = `The certificate of the database ${database.name} is not accepted (${reason}). In GLEANER_DATABASE_URL, set sslrootcert to the CA file and use the host name in the certificate.`;
    return new AppError('STORAGE_ERROR', sentence, { cause: thrown });
  }
  const sentence =
    sentences[code]?.(database, reason) ?? `The database ${database.name} refused a request (${reason}).`;
  return new AppError('STORAGE_ERROR', sentence, { cause: thrown });
}
