import { setCookies } from '../support/screens.ts'
import { aMember, aModerator, answerAs, askAs, commentAs } from '../support/seed.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

test('a moderator removes a spam wave, and takes it back', async ({ page, context, site }) => {
  const asker = await aMember(site, 'Hana Sato')
  const question = await askAs(site, asker, {
    title: `How long does a visa take ${Date.now()}`,
    body: 'I want to visit a bakery abroad.',
    tags: ['travel'],
  })
  const host = `cheap-visa-${Date.now()}.example`
  const text = `I got my visa in two days without any papers, the team helped two thousand happy people: https://${host}/join`
  await answerAs(site, await aMember(site, 'Maria Travel'), question.id, text)
  for (const n of [2, 3, 4, 5])
    await commentAs(site, await aMember(site, `Maria Travel ${n}`), question.id, text)
  const readAsVisitor = async () =>
    await (await fetch(`${site.url}/questions/${question.id}`)).text()
  expect(await readAsVisitor()).toContain(host)
  const moderator = await aModerator(site, 'Gus Lindqvist')
  await setCookies(context, site, moderator, appearance)
  await page.goto('/review')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: /Spam waves\s*[1-9]/ })).toBeVisible()
  }).toPass()
  await page.getByRole('link', { name: /Spam waves/ }).click()
  await page.getByRole('list').getByRole('link', { name: host }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('push one link')

  await page.getByRole('button', { name: 'Remove all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all' }).click()
  await expect(page.getByText(/^Removed \d+ posts? and suspended \d+ accounts?\.$/)).toBeVisible()
  expect(await readAsVisitor()).not.toContain(host)

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Remove all' })).toBeVisible()
  await expect(page.getByText('New posts are held')).toBeVisible()
  expect(await readAsVisitor()).toContain(host)
})
