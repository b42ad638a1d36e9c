import type { Browser } from '../../e2e/support/browser.ts'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Photo } from './photograph.ts'

/** Puts the pictures of an area on one sheet, a row for each screen, and returns its file. */
export async function writeSheet(browser: Browser, area: string, photos: Photo[], folder: string) {
  const html = join(folder, `${area}.html`)
  const file = join(folder, `${area}.png`)
  writeFileSync(html, sheetHtml(area, photos, folder))
  const page = await browser.newPage({ viewport: { width: 2330, height: 200 } })
  await page.goto(pathToFileURL(html).href)
  await page.screenshot({ path: file, fullPage: true })
  await page.close()
  return file
}

function sheetHtml(area: string, photos: Photo[], folder: string): string {
  const rows = [...Map.groupBy(photos, (photo) => photo.screen)].map(
    ([screen, taken]) =>
      `<h2>${screen}</h2><div>${taken.map((photo) => figure(photo, folder)).join('')}</div>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>${area}</title><style>
    body { margin: 32px; background: #dfe2ea; font: 15px system-ui, sans-serif; color: #101726 }
    h1, h2 { font-weight: 600 } h2 { margin: 28px 0 10px; font: 600 16px monospace }
    div { display: flex; gap: 20px; align-items: flex-start }
    figure { margin: 0 } img { display: block; box-shadow: 0 2px 14px #0002 }
    figcaption { margin-top: 6px; color: #555d6d }
  </style><h1>${area}</h1>${rows.join('')}`
}

// Wide pictures at a bit under half of their size, narrow ones as high as those.
function figure({ file, shot, width }: Photo, folder: string): string {
  const source = encodeURI(relative(folder, file))
  const shown = width > 1000 ? 540 : 156
  return `<figure><img src="${source}" width="${shown}"><figcaption>${shot}</figcaption></figure>`
}
