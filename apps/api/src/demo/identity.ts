import { AgencyUpdate, AgreementChange } from '@morada/contract/agency';
import sharp from 'sharp';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { updateAgency } from '../modules/agency/agency.service.ts';
import { setAgreement } from '../modules/agency/agreement.service.ts';
import { setPicture } from '../modules/agency/pictures.service.ts';

/** An invented CNPJ in the alphanumeric format of July 2026. */
const CNPJ = '48MTQ72P000194';

/** Sets the agency's name, contacts and agreement, all invented. */
export async function setUpAgency(ctx: Context) {
  await updateAgency(ctx, z.parse(AgencyUpdate, DATA));
  await setAgreement(ctx, z.parse(AgreementChange, AGREEMENT));
  await setPicture(ctx, 'logo', { name: 'mantiqueira.png', bytes: await sharp(Buffer.from(RANGE)).png().toBuffer() });
}

const DATA = {
  name: 'Imobiliária Mantiqueira',
  cnpj: CNPJ,
  creci: 'MG-PJ 4187',
  phone: '(32) 3232-1400',
  email: 'contato@mantiqueira.demo',
  cep: '36013-020',
  street: 'Avenida Barão do Rio Branco',
  number: '2588',
  complement: 'sala 1204',
  neighborhood: 'Centro',
  city: 'Juiz de Fora',
  state: 'MG',
  pix_key: CNPJ,
  first_steps: false,
  boleto_note: 'Dúvidas? Fale com a gente pelo (32) 3232-1400.',
};

const AGREEMENT = {
  bank: '341',
  fields: { agency: '8712', account: '04417', account_digit: '4', wallet: '109' },
  payment_agreement: '871204',
  last_number: 1_200,
};

/** A range of mountains, and the roofs below it. */
const RANGE = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="200" viewBox="0 0 480 200">
<path d="M0 170 L96 52 L150 112 L226 18 L318 132 L368 84 L480 170 Z" fill="#0f606d"/>
<path d="M226 18 L256 55 L236 66 L222 54 L206 64 L198 53 Z" fill="#dbeff4"/>
<path d="M96 52 L114 72 L100 80 L90 72 L80 72 Z" fill="#dbeff4"/>
<path d="M148 170 V136 L186 106 L224 136 V170 Z" fill="#ffffff"/>
<path d="M138 142 L186 102 L234 142" fill="none" stroke="#d0774e" stroke-width="12" stroke-linejoin="round" stroke-linecap="round"/>
<rect x="174" y="142" width="24" height="28" fill="#d0774e"/>
<rect x="0" y="170" width="480" height="12" rx="6" fill="#0b4c57"/>
</svg>`;
