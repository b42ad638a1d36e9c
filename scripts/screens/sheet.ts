import type { Browser } from '../../e2e/support/browser.ts'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Screenshot } from './screenshots.ts'

/** Writes a contact sheet with one row per screen and returns its path. */
export async function writeSheet(
  browser: Browser,
  area: string,
  screenshots: Screenshot[],
  folder: string,
) {
  const html = join(folder, `${area}.html`)
  const file = join(folder, `${area}.png`)
  writeFileSync(html, toHtml(area, screenshots, folder))
  const page = await browser.newPage({ viewport: { width: 2330, height: 200 } })
  await page.goto(pathToFileURL(html).href)
  await page.screenshot({ path: file, fullPage: true })
  await page.close()
  return file
}

function toHtml(area: string, screenshots: Screenshot[], folder: string): string {
  const rows = [...Map.groupBy(screenshots, ({ screen }) => screen)].map(([screen, variants]) => {
    const figures = variants.map((screenshot) => toFigure(screenshot, folder)).join('')
    return `<h2>${screen}</h2><div>${figures}</div>`
  })
  return `<!doctype html><meta charset="utf-8"><title>${area}</title><style>
    body { margin: 32px; background: #dfe2ea; font: 15px system-ui, sans-serif; color: #101726 }
    h1, h2 { font-weight: 600 } h2 { margin: 28px 0 10px; font: 600 16px monospace }
    div { display: flex; gap: 20px; align-items: flex-start }
    figure { margin: 0 } img { display: block; box-shadow: 0 2px 14px #0002 }
    figcaption { margin-top: 6px; color: #555d6d }
  </style><h1>${area}</h1>${rows.join('')}`
}

// Wide screenshots are scaled down, narrow ones to the same height.
function toFigure({ file, variant, width }: Screenshot, folder: string): string {
  const source = encodeURI(relative(folder, file))
  const shown = width > 1000 ? 540 : 156
  return `<figure><img src="${source}" width="${shown}"><figcaption>${variant}</figcaption></figure>`
}
