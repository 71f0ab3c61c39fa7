import { AgencyUpdate, AgreementChange } from '@morada/contract/registry/agency';
import sharp from 'sharp';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { updateAgency } from '../modules/registry/agency/agency.service.ts';
import { setAgreement } from '../modules/registry/agency/agreement.service.ts';
import { setPicture } from '../modules/registry/agency/pictures.service.ts';

/** An invented CNPJ in the alphanumeric format of July 2026. */
const CNPJ = '48MTQ72P000194';

/** Sets the agency's name, contacts and agreement, all invented. */
export async function setUpAgency(ctx: Context) {
  await updateAgency(ctx, z.parse(AgencyUpdate, DATA));
  await setAgreement(ctx, z.parse(AgreementChange, AGREEMENT));
  await setPicture(ctx, 'logo', await drawn(RANGE));
  await setPicture(ctx, 'icon', await drawn(ICON));
  await setPicture(ctx, 'cover', await drawn(VALLEY));
}

const drawn = async (svg: string) => ({
  name: 'mantiqueira.png',
  bytes: await sharp(Buffer.from(svg)).png().toBuffer(),
});

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
  accent: '#a4481f',
  headline: 'O seu próximo endereço em Juiz de Fora',
  about:
    'Há mais de trinta anos aproximamos quem procura de quem oferece um lar na Zona da Mata.\n\nCuidamos do aluguel do anúncio à devolução das chaves: contrato, cobrança, repasse e manutenção, com gente que atende pelo nome.',
  whatsapp: '(32) 98841-2076',
  hours_weekdays: '8h30 às 18h',
  hours_saturday: '9h às 13h',
  instagram: '@mantiqueira.demo',
  facebook: 'mantiqueira.demo',
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

/** The roof of the logo on a square. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">
<rect width="512" height="512" rx="112" fill="#0f606d"/>
<path d="M120 392 V256 L256 144 L392 256 V392 Z" fill="#ffffff"/>
<path d="M88 276 L256 132 L424 276" fill="none" stroke="#d0774e" stroke-width="44" stroke-linejoin="round" stroke-linecap="round"/>
<rect x="218" y="288" width="76" height="104" fill="#d0774e"/>
</svg>`;

/** Mountains behind a town, at dawn. */
const VALLEY = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="700" viewBox="0 0 1600 700">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#9ccbd8"/><stop offset="1" stop-color="#f7e3cf"/></linearGradient></defs>
<rect width="1600" height="700" fill="url(#sky)"/>
<circle cx="1220" cy="250" r="70" fill="#fdf1dc"/>
<path d="M0 470 L220 260 L380 400 L610 190 L840 420 L1010 300 L1240 440 L1420 320 L1600 450 V700 H0 Z" fill="#5f97a5"/>
<path d="M0 540 L260 400 L520 520 L800 380 L1080 530 L1340 420 L1600 540 V700 H0 Z" fill="#2b7482"/>
<path d="M0 620 C300 540 520 600 800 570 S1300 540 1600 610 V700 H0 Z" fill="#164e59"/>
<g fill="#f4efe6"><rect x="300" y="520" width="70" height="90"/><rect x="390" y="480" width="80" height="130"/><rect x="490" y="540" width="64" height="70"/><rect x="940" y="500" width="76" height="110"/><rect x="1036" y="530" width="90" height="80"/><rect x="1146" y="470" width="70" height="140"/></g>
<g fill="#d0774e"><path d="M290 522 L335 484 L380 522 Z"/><path d="M480 542 L522 508 L564 542 Z"/><path d="M930 502 L978 462 L1026 502 Z"/><path d="M1026 532 L1081 490 L1136 532 Z"/></g>
</svg>`;
