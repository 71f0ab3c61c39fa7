import { expect, test } from 'vitest';
import { movedTo } from './moved.paths.ts';

test.each([
  ['/site', '/'],
  ['/site/', '/'],
  ['/site/imoveis', '/imoveis'],
  ['/site/blog/12/como-visitar', '/blog/12/como-visitar'],
  ['/site/anuncie', '/anuncie'],
  ['/login', '/app/login'],
  ['/contracts/info/7', '/app/contracts/info/7'],
])('%s is now %s', (before, now) => expect(movedTo(before)).toBe(now));

test.each([
  '/',
  '/app',
  '/blog/12',
  '/site//outro.lugar',
  '/site/\\\\outro.lugar',
  '/site/outra',
  '/clientsx',
  '//outro.lugar',
  '/imoveis',
])('%s was no page elsewhere', (path) => expect(movedTo(path)).toBeUndefined());
