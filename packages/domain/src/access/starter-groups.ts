import { PERMISSIONS, type Permission } from './permissions.ts';

const codes = (...beginnings: string[]): Permission[] =>
  PERMISSIONS.filter((code) => beginnings.some((beginning) => code.startsWith(beginning)));

/** Permission groups that a new agency begins with, beside the one of its administrators. They may be edited and deleted. */
export const STARTER_GROUPS: readonly { name: string; permissions: readonly Permission[] }[] = [
  {
    name: 'Financeiro',
    permissions: [
      ...(['CLIENT_VIEW', 'PROPERTY_VIEW', 'PROPOSAL_VIEW'] as const),
      ...codes('FINANCIAL_', 'BOLETO_', 'FISCAL_', 'RECONCILIATION_', 'COLLECTION_'),
    ],
  },
  {
    name: 'Atendimento',
    permissions: [
      ...(['CLIENT_VIEW', 'USER_CREATE', 'PROPERTY_VIEW', 'PROPOSAL_VIEW', 'BOLETO_VIEW'] as const),
      ...(['FINANCIAL_INVOICE_VIEW', 'FINANCIAL_SHALL_VIEW'] as const),
      ...(['SUPPORT_VIEW', 'SUPPORT_REPLY', 'SUPPORT_UPDATE'] as const),
      ...(['APPLICATION_VIEW', 'SIGNATURE_VIEW', 'SIGNATURE_SEND'] as const),
      ...codes('SCHEDULE_', 'CONTACT_', 'LEAD_', 'MAINTENANCE_'),
    ],
  },
  {
    name: 'Corretor',
    permissions: [
      ...(['CLIENT_VIEW', 'USER_CREATE', 'PROPERTY_VIEW', 'PROPERTY_REQUEST_VIEW'] as const),
      ...(['PROPERTY_CREATE', 'PROPERTY_EDIT', 'PROPOSAL_VIEW', 'CONTACT_VIEW'] as const),
      ...(['LEAD_VIEW', 'LEAD_EDIT'] as const),
      ...codes('SCHEDULE_'),
    ],
  },
];
