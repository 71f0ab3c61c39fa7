import { formatCep } from '@morada/domain/base/cep';

type Address = Partial<
  Record<'street' | 'number' | 'complement' | 'neighborhood' | 'city' | 'state' | 'cep', string | null>
>;

/** An address for the preview, by field name. */
export const shownAddress = ({ street, number, complement, neighborhood, city, state, cep }: Address) => ({
  logradouro: street ?? '',
  numero: number ?? '',
  complemento: complement ?? '',
  bairro: neighborhood ?? '',
  cidade: city ?? '',
  uf: state ?? '',
  cep: cep ? formatCep(cep) : '',
});
