/** Their names go into the address. */
export const PROPOSAL_TABS = ['detalhes', 'fiadores', 'faturas', 'transferencias', 'deducoes'] as const;
export type ProposalTab = (typeof PROPOSAL_TABS)[number];
