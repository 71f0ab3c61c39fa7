import { expect, test } from 'vitest';
import { isMeasured, type Measurement, measuredPolicy, measurers } from './measurement.ts';

const NONE: Measurement = { analytics_id: null, ads_id: null, meta_pixel: null };
const POLICY = "default-src 'self';script-src 'self';img-src 'self' data:;frame-ancestors 'none'";

test('without ids nothing is measured, and a policy stays as it is', () => {
  expect([isMeasured(NONE), measurers(NONE), measuredPolicy(POLICY, NONE)]).toEqual([
    false,
    '',
    "default-src 'self';script-src 'self';img-src 'self' data:;frame-ancestors 'none'",
  ]);
});

test('a policy opens for exactly the hosts of those who measure', () => {
  const meta = { ...NONE, meta_pixel: '1234567890' };
  expect([isMeasured(meta), measurers(meta)]).toEqual([true, 'a Meta']);
  expect(measuredPolicy(POLICY, meta)).toBe(
    "default-src 'self';script-src 'self' https://connect.facebook.net;img-src 'self' data: https://www.facebook.com;frame-ancestors 'none';connect-src 'self' https://connect.facebook.net https://www.facebook.com",
  );
  const both = { analytics_id: 'G-ABC123', ads_id: 'AW-123456', meta_pixel: null };
  const opened = measuredPolicy(POLICY, both);
  expect(measurers({ ...both, meta_pixel: '1' })).toBe('o Google e a Meta');
  expect(opened).toContain(
    "script-src 'self' https://www.googletagmanager.com https://www.googleadservices.com https://googleads.g.doubleclick.net;",
  );
  expect(opened).toContain("frame-src 'self' https://td.doubleclick.net");
  expect(opened).not.toContain('facebook');
});
