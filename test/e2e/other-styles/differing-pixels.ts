import type { Page } from 'playwright';

/**
 * By how many of 255 levels a channel may differ. How much of a pixel a round corner covers is worked out anew with
 * each tile that is painted, and the same page came out a level darker in one pixel now and then. No style of anybody's
 * is that close to another.
 */
const slack = 2;

/** Enough of them to see where the difference lies. */
const most = 5;

/**
 * Where the first pixels are in which two pictures (PNG, as base64) differ to the eye, with both colours. Any tab
 * decodes them.
 */
export async function differingPixels(tab: Page, before: string, after: string): Promise<readonly string[]> {
  return await tab.evaluate(
    async ({ pictures, slack, most }) => {
      const [one, other] = await Promise.all(
        pictures.map(async (picture) => {
          const image = new Image();
          image.src = `data:image/png;base64,${picture}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
          canvas?.drawImage(image, 0, 0);
          return canvas?.getImageData(0, 0, image.width, image.height);
        }),
      );
      if (one === undefined || other === undefined) return ['a page without a canvas'];
      const [size, otherSize] = [one, other].map(({ width, height }) => `${width} × ${height}`);
      if (size !== otherSize) return [`${size} became ${otherSize}`];
      const colour = ({ data }: ImageData, at: number): string => data.subarray(at, at + 3).join();
      const found: string[] = [];
      for (let at = 0; at < one.data.length && found.length < most; at += 4) {
        const isSame = [0, 1, 2].every(
          (channel) => Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)) <= slack,
        );
        if (isSame) continue;
        const [x, y] = [(at / 4) % one.width, Math.floor(at / 4 / one.width)];
        found.push(`${x}, ${y}: ${colour(one, at)} became ${colour(other, at)}`);
      }
      return found;
    },
    { pictures: [before, after], slack, most },
  );
}
