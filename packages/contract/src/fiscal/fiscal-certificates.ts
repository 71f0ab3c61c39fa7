import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { calendarDate, idParams } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { FISCAL_READERS } from './fiscal.search.ts';

/** A certificate is a file of few kilobytes; longer chains stay far below. */
export const CERTIFICATE_UPLOAD = {
  maxBytes: 100_000,
  accept: '.pfx,.p12,application/x-pkcs12',
  missing: 'Escolha o arquivo do certificado (.pfx ou .p12)',
} as const;

/** The certificate that signs someone's notes: no call answers it, only whose it is and until when. */
export const NoteCertificate = z.object({
  /** The owner; null: the agency. */
  client: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** CNPJ or CPF that it was issued to. */
  document: z.string(),
  until: calendarDate(),
});
export type NoteCertificate = z.output<typeof NoteCertificate>;

const Upload = z.object({ password: z.string('Informe a senha do certificado').check(z.maxLength(200)) });
const saved = { upload: CERTIFICATE_UPLOAD, body: Upload, secrets: ['password'], access: '*' } as const;

export const certificates = endpoints('fiscal', {
  list: {
    method: 'GET',
    path: '/fiscal/certificates',
    access: FISCAL_READERS,
    summary: 'Certificados digitais das notas: de quem são e até quando valem',
    response: z.object({ certificates: z.array(NoteCertificate) }),
  },
  saveAgency: {
    ...saved,
    method: 'PUT',
    path: '/fiscal/certificate',
    summary: 'Guardar o certificado digital (A1) da imobiliária, ou trocar o que há',
    response: NoteCertificate,
  },
  removeAgency: {
    method: 'DELETE',
    path: '/fiscal/certificate',
    access: '*',
    summary: 'Remover o certificado digital da imobiliária',
  },
  saveOwner: {
    ...saved,
    method: 'PUT',
    path: '/fiscal/certificate/:id',
    summary: 'Guardar o certificado digital (A1) de um proprietário contribuinte, ou trocar o que há',
    params: idParams,
    response: NoteCertificate,
  },
  removeOwner: {
    method: 'DELETE',
    path: '/fiscal/certificate/:id',
    access: '*',
    summary: 'Remover o certificado digital de um proprietário',
    params: idParams,
  },
});

export const certificateProblems = problems({
  CERTIFICATE_NOT_FOUND: [404, 'Não há certificado guardado'],
  CERTIFICATE_OWNER_NOT_FOUND: [404, 'Não encontramos este proprietário contribuinte de IBS e CBS'],
  CERTIFICATE_NO_SEAL: [
    409,
    'Esta instalação não tem a chave dos segredos (SECRETS_KEY): sem ela o certificado ficaria legível no banco de dados',
  ],
  CERTIFICATE_PASSWORD: [422, 'A senha não abre este certificado', 'password'],
  CERTIFICATE_UNREADABLE: [422, 'O arquivo não é um certificado A1 (.pfx ou .p12), ou está danificado', 'file'],
  CERTIFICATE_KEYLESS: [422, 'O arquivo não tem a chave RSA do certificado: exporte-o de novo com a chave', 'file'],
  CERTIFICATE_NOT_VALID: [422, 'O certificado está vencido, ou ainda não vale', 'file'],
  CERTIFICATE_OTHER: [422, 'O certificado é de outro CNPJ', 'file'],
  CERTIFICATE_ISSUER: [422, 'Antes do certificado, preencha o CNPJ de quem emite as notas'],
});
