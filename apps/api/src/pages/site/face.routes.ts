import { common } from '@morada/contract/base/problem';
import { readColour } from '@morada/domain/brand/accent';
import type { FastifyInstance } from 'fastify';
import { faceOf } from '#api/modules/registry/agency/face.service.ts';
import type { Deps } from '../../context.ts';
import { originOf, sendText } from '../../http/send.ts';
import type { Assets } from '../kit/assets.ts';
import { accentStyle, type Face, initialIcon } from '../kit/face.ts';
import { PRIVACY_PATH } from '../kit/footer.ts';
import { MANIFEST_PATH, type Page } from '../kit/layout.ts';
import { manifest } from './manifest.part.ts';
import { privacyPage } from './privacy.page.ts';

type Options = {
  assets: Assets;
  rendered: (page: Page, face?: Face) => Promise<string>;
  publicUrl: string | undefined;
};

const FOR_EVER = 'public, max-age=31536000, immutable';
const A_MINUTE = 'public, max-age=60';

/** What the agency's identity adds to the site: its colours, its icon, the manifest and the privacy notice. */
export function facePages(app: FastifyInstance, deps: Deps, { assets, rendered, publicUrl }: Options) {
  const colourIn = (params: unknown) => {
    const colour = readColour((params as { accent: string }).accent);
    if (!colour) throw common.NOT_FOUND();
    return colour;
  };

  app.get(assets.style.path.replace(/\.css$/, '-:accent(^[0-9a-f]{6}).css'), (request, reply) =>
    sendText(request, reply, {
      ...{ body: assets.style.body + accentStyle(colourIn(request.params)), type: assets.style.type, cache: FOR_EVER },
    }),
  );
  app.get('/site/inicial-:accent(^[0-9a-f]{6})-:initial(^[A-Z0-9•]).svg', (request, reply) => {
    const { initial } = request.params as { initial: string };
    const body = initialIcon(initial, colourIn(request.params)).text;
    return sendText(request, reply, { body, type: 'image/svg+xml', cache: FOR_EVER });
  });
  app.get(MANIFEST_PATH, async (request, reply) => {
    const body = JSON.stringify(manifest(await faceOf(deps)));
    return sendText(request, reply, { body, type: 'application/manifest+json; charset=utf-8', cache: A_MINUTE });
  });
  app.get(PRIVACY_PATH, async (request, reply) => {
    const face = await faceOf(deps);
    const body = await rendered(privacyPage(face, originOf(request, publicUrl)), face);
    return sendText(request, reply, { body, type: 'text/html; charset=utf-8', cache: A_MINUTE });
  });
}
