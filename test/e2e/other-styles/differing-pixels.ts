import type { Page } from 'playwright';

/**
 * The tolerance per color channel, of 255 levels. The coverage of pixels in round corners is computed anew for
 * each painted tile, and the same page was sometimes one level darker in one pixel. No two styles are that
 * close.
 */
const slack = 2;

/** Enough pixels to locate the difference. */
const most = 5;

/**
 * Returns the first pixels in which two images (PNG as base64) visibly differ, with both colors. Any tab can
 * decode them.
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
