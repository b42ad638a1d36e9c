import { seriousInTheDark, seriousProblems } from './support/axe.ts'
import { visitInstaller } from './support/install-screens.ts'
import { enter, visitEveryScreen, type Look, type Visit } from './support/screens.ts'
import { expect, test } from './support/test.ts'

const looks: Record<string, Look> = {
  'light and dark': { theme: 'system', locale: 'en_US' },
  'right to left': { theme: 'light', locale: 'ar' },
}

let visits: Visit[] = []
let installer: Awaited<ReturnType<typeof visitInstaller>>

test.beforeAll(async ({ site }) => {
  installer = await visitInstaller(site)
  visits = [...(await visitEveryScreen(site)), ...installer.visits]
})

test.afterAll(() => installer.stop())

for (const [name, look] of Object.entries(looks)) {
  test(`axe finds nothing serious on any screen: ${name}`, async ({ page, context, site }) => {
    test.setTimeout(540_000)
    const found: string[] = []
    for (const { path, as, status } of visits) {
      await enter(context, site, as, look)
      const response = await page.goto(path)
      expect(response?.status(), path).toBe(status)
      await expect(page.locator('html')).toHaveAttribute(
        'dir',
        look.locale === 'ar' ? 'rtl' : 'ltr',
      )
      found.push(...(await seriousProblems(page)).map((problem) => `${path}: ${problem}`))
      if (look.theme !== 'system') continue
      found.push(...(await seriousInTheDark(page)).map((problem) => `${path}: ${problem}`))
    }
    expect(found).toEqual([])
  })
}

test('the check sees a picture without words', async ({ page }) => {
  await page.setContent('<html lang="en"><title>A page</title><main><img src="data:," /></main>')
  expect(await seriousProblems(page)).toEqual(['image-alt img'])
})

test('the check sees words that are pale in the dark', async ({ page }) => {
  await page.setContent(`<html lang="en"><title>A page</title>
    <style>html { color-scheme: light } @media (prefers-color-scheme: dark) { html { color-scheme: dark } p { color: #777; background: #666 } }</style>
    <main><h1>A page</h1><p>Some words</p></main>`)
  expect(await seriousProblems(page)).toEqual([])
  expect(await seriousInTheDark(page)).toEqual(['in the dark, color-contrast p'])
})
