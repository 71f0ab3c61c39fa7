import { namedAgency } from '@morada/domain/base/agency-name';
import { sentence } from '@morada/domain/base/sentence';
import { isMeasured, measurers } from '@morada/domain/brand/measurement';
import { privacyParts, privacyText } from '@morada/domain/brand/privacy';
import { postalAddress } from '@morada/domain/property/property';
import { html } from '../../base/html.ts';
import type { Face } from '../kit/face.ts';
import { PRIVACY_PATH } from '../kit/footer.ts';
import type { Page } from '../kit/layout.ts';

/** Privacy notice: the agency's own, else the template's with its data. */
export function privacyPage(face: Face, origin: string): Page {
  const title = 'Aviso de privacidade';
  const url = origin + PRIVACY_PATH;
  const address = face.street ? postalAddress({ ...face, street: face.street }) : '';
  const parts = privacyParts(face.privacy ?? privacyText({ ...face, address }));
  return {
    title,
    agency: face.name,
    previewAt: origin,
    head: html`<meta name="description" content="${sentence(`Como ${namedAgency(face.name)} cuida dos dados pessoais`)}">
<link rel="canonical" href="${url}">
<meta property="og:title" content="${title}">
<meta property="og:site_name" content="${face.name}">
<meta property="og:url" content="${url}">`,
    main: html`<article class="post"><h1>${title}</h1>
<div class="prose">${parts.map((part) =>
      'heading' in part
        ? html`<h2>${part.heading}</h2>`
        : html`<p>${part.lines.map((line, index) => [index > 0 && html`<br>`, line])}</p>`,
    )}${isMeasured(face) && html`<h2>Medição de visitas</h2><p>Com o seu consentimento, ${measurers(face)} medem as visitas a este site, com cookies próprios, e os últimos imóveis que você viu vão com o formulário que você enviar. Sem o seu sim nada disso é carregado nem guardado, e a resposta muda a qualquer momento em “Medição de visitas”, no fim das páginas.</p>`}</div></article>`,
  };
}
