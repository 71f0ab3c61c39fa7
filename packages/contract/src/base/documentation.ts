import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';

export const documentation = endpoints('documentation', {
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'Esta API, em OpenAPI 3.1',
    response: z.record(z.string(), z.unknown()),
  },
  page: {
    method: 'GET',
    path: '/docs',
    access: 'public',
    summary: 'Esta API, para pessoas',
    file: 'text/html; charset=utf-8',
  },
  health: {
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Se o servidor e o banco respondem',
    response: z.object({ ok: z.boolean() }),
  },
});
