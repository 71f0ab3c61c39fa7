import type { SignatureKind } from './kinds.ts';
import type { SignerRole } from './words.ts';

/** What somebody signs a paper as, where a provider of signatures says it under the name. */
export type Qualification =
  | 'LESSOR'
  | 'LESSEE'
  | 'SELLER'
  | 'BUYER'
  | 'SURETY'
  | 'CONSENTING'
  | 'ATTORNEY'
  | 'WITNESS'
  | 'PARTY';

const OF_LEASES: readonly SignatureKind[] = ['LEASE', 'ADDENDUM', 'EXTENSION', 'TERMINATION', 'INSPECTION', 'KEYS'];

/** The owner of a lease is its lessor, of a sale its seller, and of a mandate simply a party. */
export function qualificationOf(kind: SignatureKind, role: SignerRole): Qualification {
  switch (role) {
    case 'OWNER':
      if (kind === 'SALE') return 'SELLER';
      return OF_LEASES.includes(kind) ? 'LESSOR' : 'PARTY';
    case 'BUYER':
      return 'BUYER';
    case 'TENANT':
      return OF_LEASES.includes(kind) ? 'LESSEE' : 'PARTY';
    case 'GUARANTOR':
      return 'SURETY';
    case 'SPOUSE':
    case 'USUFRUCTUARY':
      return 'CONSENTING';
    case 'PROCURATOR':
      return 'ATTORNEY';
    case 'WITNESS':
      return 'WITNESS';
    case 'AGENCY':
      return 'PARTY';
  }
}
