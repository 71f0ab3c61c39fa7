import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import { page } from '../base/fields.ts';
import { RequestSearch } from './properties.search.ts';
import { PropertyRequest } from './property-rows.ts';

/** A module of its own: the tabs of Imóveis count the requests without the other calls. */
export const propertyRequests = endpoints('properties', {
  list: {
    method: 'GET',
    path: '/property/requests',
    access: 'PROPERTY_REQUEST_VIEW',
    summary: 'Imóveis pendentes de aprovação: uma página com ?page=, ou todos',
    query: RequestSearch,
    response: z.union([page(PropertyRequest), z.array(PropertyRequest)]),
  },
  export: listExport({
    path: '/property/requests/export/:format',
    access: 'PROPERTY_REQUEST_VIEW',
    summary: 'Imóveis pendentes de aprovação, em planilha',
    query: RequestSearch,
  }),
});
