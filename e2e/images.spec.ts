import type { Page } from '@playwright/test'
import { uploadFile } from '@stoa/contract/features/uploads'
import { apiClient } from './support/api-client.ts'
import { hydrate } from './support/hydration.ts'
import { aPhoto } from './support/photo.ts'
import { askAs, logInAsAdmin } from './support/seed.ts'
import { expect, test } from './support/test.ts'

let path = ''

test.beforeAll(async ({ site }) => {
  const staff = await logInAsAdmin(site)
  const upload = async (width: number, height: number) => {
    const file = new File([new Uint8Array(aPhoto(width, height, 'a note'))], 'photo.png')
    return apiClient(site, staff.token).call(uploadFile, { source: 'post', file })
  }
  const body = [
    `![The first plan](${await upload(1600, 900)})`,
    `![The second plan](${await upload(300, 200)})`,
    `[![A logo](${await upload(64, 64)})](/tags)`,
    '![A plan that is gone](/uploads/post/gone.png)',
  ].join('\n\n')
  const sample = { title: 'A question with several images in it', body, tags: ['images'] }
  const { id, url_title } = await askAs(site, staff, sample)
  path = `/questions/${id}/${url_title}`
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Image viewer' })
const widthOf = (page: Page) =>
  dialog(page)
    .getByRole('img')
    .evaluate((image) => image.getBoundingClientRect().width)

test('images open in a viewer with zoom and keyboard', async ({ page }) => {
  await page.goto(path)
  await hydrate(page)
  const link = page.getByRole('link', { name: 'The first plan' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('img', { name: 'The first plan' })).toBeVisible()
  await expect(dialog(page).getByText('1 of 2')).toBeVisible()
  const fitted = await widthOf(page)
  expect(fitted).toBeLessThanOrEqual(1280)
  await page.keyboard.press('+')
  await expect.poll(() => widthOf(page)).toBeCloseTo(fitted * 1.5, 0)
  await dialog(page).getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => widthOf(page)).toBeCloseTo(fitted * 2, 0)
  await page.keyboard.press('-')
  await page.keyboard.press('-')
  await expect.poll(() => widthOf(page)).toBeCloseTo(fitted, 0)
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByRole('img', { name: 'The second plan' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByText('2 of 2')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog(page).getByText('1 of 2')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(link).toBeFocused()
})

test('images with a link of their own keep it', async ({ page }) => {
  await page.goto(path)
  await hydrate(page)
  await page.getByRole('img', { name: 'A logo' }).click()
  await expect(page).toHaveURL('/tags')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('images are links to their files, and a missing one has a placeholder', async ({ page }) => {
    await page.goto(path)
    const box = await page.getByRole('img', { name: 'A plan that is gone' }).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(80)
    const link = page.getByRole('link', { name: 'The second plan' })
    const response = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(response.headers()['content-type']).toMatch(/^image\//)
  })
})
