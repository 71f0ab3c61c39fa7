import {
  type BankAccountField,
  digitsOfAccount,
  missingOfAccount,
  type TypedAccount,
} from '@morada/domain/bank/bank-account';
import * as z from 'zod/mini';

export const bankCode = z.string('Informe o banco').check(z.regex(/^\d{3}$/, 'Informe o banco'));

type ReadAccount = TypedAccount & { pix?: string | null | undefined };

/** Values other than text were already refused beside their field; here they count as absent. */
const textOf = (account: ReadAccount): ReadAccount =>
  Object.fromEntries(Object.entries(account).filter(([, value]) => typeof value === 'string'));

/**
 * An account that is valid by its bank's rules, or a Pix key alone; each problem is reported beside its field. It runs
 * even when another field is invalid, so that all problems are shown at once.
 */
export const wholeAccount = <Body>(
  paths: Readonly<Record<BankAccountField, string>>,
  read: (body: Body) => ReadAccount | undefined,
) =>
  z.check<Body>(
    ({ value, issues }) => {
      const given = read(value);
      if (!given) return;
      const account = textOf(given);
      const known = new Set(issues.map(({ path }) => path?.[0]));
      const problems = [...missingOfAccount(account, Boolean(account.pix)), ...digitsOfAccount(account)];
      for (const { field, message } of problems) {
        if (known.has(paths[field])) continue;
        issues.push({ code: 'custom', input: account[field], path: [paths[field]], message });
      }
    },
    { when: ({ value }) => value instanceof Object },
  );
