import { STATES } from '@morada/contract/base/fields';
import type { Place, PlaceSuggestion } from '@morada/contract/registry/places';
import * as z from 'zod/mini';
import { coordinates } from './coordinates.ts';
import type { Ask } from './service.ts';
import { tidy } from './tidy.ts';

const Text = z.object({ text: z.string() });

const Suggestions = z.object({
  suggestions: z.optional(
    z.array(
      z.object({
        placePrediction: z.optional(
          z.object({
            placeId: z.string(),
            text: Text,
            structuredFormat: z.optional(z.object({ mainText: Text, secondaryText: z.optional(Text) })),
          }),
        ),
      }),
    ),
  ),
});

const Details = z.object({
  addressComponents: z._default(
    z.array(z.object({ longText: z.string(), shortText: z._default(z.string(), ''), types: z.array(z.string()) })),
    [],
  ),
  location: z.optional(z.object({ latitude: z.number(), longitude: z.number() })),
});

const MAX_SUGGESTIONS = 8;
const SUGGESTION_FIELDS = ['placeId', 'text', 'structuredFormat'].map((name) => `suggestions.placePrediction.${name}`);

export type Places = {
  suggest: (text: string) => Promise<PlaceSuggestion[]>;
  show: (id: string) => Promise<Place | undefined>;
};

/** Google Places (New). The key is sent in a header, so it appears in no log. */
export function googlePlaces(ask: Ask, key: string): Places {
  const asking = (fields: string[]) => ({ 'X-Goog-Api-Key': key, 'X-Goog-FieldMask': fields.join() });
  return {
    async suggest(text) {
      const found = await ask({
        path: 'v1/places:autocomplete',
        headers: asking(SUGGESTION_FIELDS),
        body: { input: text, languageCode: 'pt-BR', regionCode: 'br', includedRegionCodes: ['br'] },
        answer: Suggestions,
      });
      return (found?.suggestions ?? [])
        .slice(0, MAX_SUGGESTIONS)
        .flatMap(({ placePrediction: place }) => suggestionOf(place));
    },
    async show(id) {
      const found = await ask({
        path: `v1/places/${encodeURIComponent(id)}`,
        query: { languageCode: 'pt-BR', regionCode: 'br' },
        headers: asking(['addressComponents', 'location']),
        answer: Details,
        missing: [400, 404],
      });
      return found && placeOf(found);
    },
  };
}

type Prediction = NonNullable<NonNullable<z.output<typeof Suggestions>['suggestions']>[number]['placePrediction']>;

function suggestionOf(place: Prediction | undefined): PlaceSuggestion[] {
  const label = tidy(place?.structuredFormat?.mainText.text ?? place?.text.text);
  if (!place || !label || !/^[\w-]{1,300}$/.test(place.placeId)) return [];
  return [{ id: place.placeId, label, below: tidy(place.structuredFormat?.secondaryText?.text) }];
}

function placeOf({ addressComponents, location }: z.output<typeof Details>): Place {
  /** First matching type: the type of a city varies by place. */
  const part = (...kinds: string[]) =>
    kinds.flatMap((kind) => addressComponents.filter(({ types }) => types.includes(kind)))[0];
  const cep = (part('postal_code')?.longText ?? '').replace(/\D/g, '');
  const uf = part('administrative_area_level_1')?.shortText;
  const at = location && coordinates(location.latitude, location.longitude);
  return {
    cep: cep.length === 8 ? cep : '',
    street: tidy(part('route')?.longText),
    neighborhood: tidy(part('sublocality_level_1', 'sublocality', 'neighborhood')?.longText),
    number: tidy(part('street_number')?.longText, 20),
    city: tidy(part('administrative_area_level_2', 'locality')?.longText),
    state: STATES.find((code) => code === uf) ?? '',
    country: tidy(part('country')?.longText),
    latitude: at?.latitude ?? null,
    longitude: at?.longitude ?? null,
  };
}
