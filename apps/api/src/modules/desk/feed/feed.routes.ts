import { feed } from '@morada/contract/desk/feed';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route, Versioned } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { POST_LIST } from './feed.export.ts';
import * as service from './feed.service.ts';

export function feedModule(app: FastifyInstance, deps: Deps) {
  const versioned = async <T extends { version: number }>(post: Promise<T>) => {
    const found = await post;
    return new Versioned(found, found.version);
  };
  route(app, deps, feed.export, savedList(POST_LIST));
  route(app, deps, feed.list, ({ query }, { ctx }) => service.listPosts(ctx, query.page));
  route(app, deps, feed.create, ({ body, file }, { ctx }) => service.createPost(ctx, body, file));
  route(app, deps, feed.show, ({ params }, { ctx }) => versioned(service.showPost(ctx, params.id)));
  route(app, deps, feed.update, ({ params, body, file }, { ctx }) =>
    versioned(service.updatePost(ctx, params.id, body, file)),
  );
  route(app, deps, feed.remove, ({ params }, { ctx }) => service.deletePost(ctx, params.id));
}
