import { formatAmount } from '@morada/domain/base/money';
import { LOCATIONS, type PropertyLocation } from '@morada/domain/property/property-words';
import {
  citySlug,
  type ListingSearch,
  locationSlug,
  type Place,
  placeSlug,
  RESULTS_PATH,
  searchQuery,
} from '#api/modules/doors/site/listing-search.map.ts';
import { html } from '../../base/html.ts';
import { icons } from '../kit/icons.ts';

const option = (value: string, name: string, chosen: string | undefined) =>
  html`<option value="${value}"${value === (chosen ?? '') && html` selected`}>${name}</option>`;

const purpose = (value: 'alugar' | 'comprar', name: string, chosen: string) =>
  html`<label><input type="radio" name="para" value="${value}"${value === chosen && html` checked`}><span class="choice">${name}</span></label>`;

const ROOMS = [1, 2, 3, 4];

/** Search by the number of a listing. `typed`: a number without a listing, to be corrected. */
export const codeForm = (typed = '') =>
  html`<form class="code-search" action="${RESULTS_PATH}" role="search" aria-label="Buscar pelo código">
<label for="busca-codigo">Tem o código do imóvel?</label><input id="busca-codigo" name="codigo" inputmode="numeric" autocomplete="off" placeholder="Código" value="${typed}"><button class="button" type="submit">Abrir</button>
</form>`;

/** Search form by GET: works without a script, and its address can be bookmarked and shared. */
export function searchForm(search: ListingSearch, places: readonly Place[]) {
  const { location, place, bedrooms, least, most } = search;
  const [first, ...others] = place?.split(',') ?? [];
  const { ordem } = Object.fromEntries(new URLSearchParams(searchQuery(search)));
  return html`<form class="search" action="${RESULTS_PATH}" role="search" aria-label="Buscar imóveis">
<fieldset class="purpose"><legend>Finalidade</legend>${purpose('alugar', 'Alugar', search.purpose)}${purpose('comprar', 'Comprar', search.purpose)}</fieldset>
<div class="field"><label for="busca-lugar">Onde</label><select id="busca-lugar" name="lugar">${option('', 'Qualquer lugar', first)}${cities(places).map((city) => placeOptions(city, first))}</select></div>
<div class="field"><label for="busca-tipo">Tipo</label><select id="busca-tipo" name="tipo">${option('', 'Todos', location)}${kinds().map(([value, name]) => option(value, name, location && locationSlug(location)))}</select></div>
<div class="field"><label for="busca-quartos">Quartos</label><select id="busca-quartos" name="quartos">${option('', 'Tanto faz', bedrooms ? String(bedrooms) : '')}${ROOMS.map((rooms) => option(String(rooms), `${rooms} ou mais`, bedrooms ? String(bedrooms) : ''))}</select></div>
<div class="field"><label for="busca-de">Preço mínimo</label><input id="busca-de" name="de" inputmode="decimal" autocomplete="off" placeholder="R$" value="${least && formatAmount(least)}"></div>
<div class="field"><label for="busca-ate">Preço máximo</label><input id="busca-ate" name="ate" inputmode="decimal" autocomplete="off" placeholder="R$" value="${most && formatAmount(most)}"></div>
${ordem && html`<input type="hidden" name="ordem" value="${ordem}">`}
<button class="button main" type="submit">${icons.search}Buscar</button>
${moreFilters(search, places, others)}
</form>`;
}

/** Further places, each with a box. */
const morePlaces = (places: readonly Place[], chosen: readonly string[]) => {
  const found = cities(places);
  if (found.flatMap(({ within }) => within).length < 2) return null;
  return found.map(
    ({ within }) =>
      html`<fieldset class="boxes"><legend>Também em ${within[0]?.[1].city}</legend>${within.map(([value, { neighborhood }]) => box('lugar', value, neighborhood, chosen.includes(value)))}</fieldset>`,
  );
};

const box = (name: string, value: string, label: string, isChosen: boolean) =>
  html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${isChosen && html` checked`}><span>${label}</span></label>`;

/** Filters that few use, with a button of their own below them. */
function moreFilters(search: ListingSearch, places: readonly Place[], others: readonly string[]) {
  const { bathrooms, garage, area, furnished, pet } = search;
  const isUsed = others.length > 0 || [bathrooms, garage, area, furnished, pet].some((one) => one !== undefined);
  const counts = (id: string, label: string, value: number | undefined) =>
    html`<div class="field"><label for="busca-${id}">${label}</label><select id="busca-${id}" name="${id}">${option('', 'Tanto faz', value ? String(value) : '')}${ROOMS.map((rooms) => option(String(rooms), `${rooms} ou mais`, value ? String(value) : ''))}</select></div>`;
  return html`<details class="more"${isUsed && html` open`}><summary>Mais filtros</summary><div class="moregrid">
${counts('banheiros', 'Banheiros', bathrooms)}${counts('vagas', 'Vagas', garage)}
<div class="field"><label for="busca-area">Área mínima (m²)</label><input id="busca-area" name="area" inputmode="numeric" autocomplete="off" value="${area}"></div>
<fieldset class="boxes"><legend>Só com</legend>${box('mobiliado', 'sim', 'Mobiliado', furnished === true)}${box('animais', 'sim', 'Aceita animais', pet === true)}</fieldset>
${morePlaces(places, others)}
</div><button class="button" type="submit">Buscar com estes filtros</button></details>`;
}

const kinds = () =>
  (Object.keys(LOCATIONS) as PropertyLocation[])
    .map((code) => [locationSlug(code), LOCATIONS[code]] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, 'pt-BR'));

/** Cities under their first spelling, each with its neighbourhoods. */
function cities(places: readonly Place[]) {
  const found = new Map<string, Map<string, Place>>();
  for (const place of places) {
    const within = found.get(citySlug(place)) ?? new Map<string, Place>();
    if (!within.has(placeSlug(place))) within.set(placeSlug(place), place);
    found.set(citySlug(place), within);
  }
  return [...found].map(([at, within]) => ({ at, within: [...within] }));
}

function placeOptions({ at, within }: ReturnType<typeof cities>[number], chosen: string | undefined) {
  const name = within[0]?.[1].city ?? '';
  return html`<optgroup label="${name}">${option(at, name, chosen)}${within.map(([value, place]) => option(value, place.neighborhood, chosen))}</optgroup>`;
}
