import { measureSigning } from '/work/dev/paper/apps/api/bench/signing.ts';
await measureSigning();
