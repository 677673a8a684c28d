import { registerHooks } from "node:module";

/**
 * A build without the fence, for the chaos check to catch: the same sources, with epoch and checkpoint taken out of
 * the conditions under which a worker may write. Load it after scripts/ts-hooks.mjs.
 */
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!/\/lib\/imports\/engine\/(commit|finish)\.ts$/.test(url)) return loaded;
    const source = String(loaded.source);
    const broken = source
      .replace(/and epoch = \$\{lease\.epoch\}/g, "")
      .replace(/if \(row\?\.processed_rows .*;/g, "if (!row) throw new FencedError(lease);");
    if (broken === source) throw new Error(`nothing to break in ${url}`);
    return { ...loaded, source: broken };
  },
});
