export const CONTRACT_DOCUMENTS = {
  RG_FRONT: 'RG (frente)',
  RG_BACK: 'RG (verso)',
  MARITAL_CERTIFICATE: 'Certidão de estado civil',
  PROOF_OF_INCOME: 'Comprovante de renda',
  GUARANTOR: 'Documento do fiador',
  CONTRACT: 'Contrato',
  OTHER: 'Outro',
} as const;
export type ContractDocument = keyof typeof CONTRACT_DOCUMENTS;
