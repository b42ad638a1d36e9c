import { logInAs } from '../pages/settings-pages.ts'
import { runSql } from '../support/databases.ts'
import { hydrate } from '../support/hydration.ts'
import { aMember, askAs, type Account } from '../support/seed.ts'
import { admin } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

let zoe: Account
let question: { id: string }
test.beforeAll(async ({ site }) => {
  zoe = await aMember(site, `Zoe Finder ${Date.now() % 1000}`)
  question = await askAs(site, zoe)
  // First of all users, however many other journeys create.
  const promote = 'update users set points = 9000 where email = $1'
  await runSql(site.databaseUrl ?? '', promote, [zoe.email])
})

for (const hasScripts of [true, false]) {
  test.describe(hasScripts ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: hasScripts })

    test('a visitor opens the profile of a question’s author', async ({ page }) => {
      await page.goto(`/questions/${question.id}`)
      await page.getByRole('main').getByRole('link', { name: zoe.name }).click()
      await expect(page.getByRole('heading', { name: zoe.name })).toBeVisible()
      await expect(page).toHaveURL(/\/users\/zoe-finder-\d+$/)
      await expect(page.getByText('Last seen today')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Edit profile' })).toHaveCount(0)
    })

    test('visitors and members see the staff, search users and list all of them', async ({
      page,
      site,
      context,
    }) => {
      await page.goto('/')
      await page.goto('/users')
      const staff = page.getByRole('list', { name: 'Staff' })
      await expect(staff.getByRole('link', { name: admin.name })).toBeVisible()
      const seeker = await aMember(site, `Seeker ${hasScripts ? 'a' : 'b'}`)
      for (const viewer of [null, seeker]) {
        if (viewer !== null) await logInAs(context, site, viewer)
        await page.goto('/users')
        await page.getByRole('searchbox', { name: 'Search users by name' }).fill('zoe fi')
        await page.getByRole('searchbox', { name: 'Search users by name' }).press('Enter')
        await page.getByRole('main').getByRole('link', { name: zoe.name }).click()
        await expect(page.getByRole('heading', { name: zoe.name })).toBeVisible()
      }
      await page.goto('/users')
      await page.getByRole('link', { name: 'All users' }).click()
      await expect(page).toHaveURL('/users?sort=reputation')
      const everyone = page.getByRole('list', { name: 'All users' })
      await expect(everyone.getByRole('link', { name: zoe.name })).toBeVisible()
      expect((await page.goto('/users?sort=reputation&page=999'))?.status()).toBe(404)

      await page.goto('/users?q=nobody-has-this-name')
      await expect(page.getByRole('heading', { name: /No users match/ })).toBeVisible()
    })
  })
}

test('profile URLs ignore case, and unknown users return 404', async ({ page }) => {
  await page.goto('/users/LEILA')
  await expect(page).toHaveURL(/\/users\/leila$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Admin')
  expect((await page.goto('/users/leila/overview'))?.status()).toBe(200)
  expect((await page.goto('/users/leila/secrets'))?.status()).toBe(404)
  expect((await page.goto('/users/no-such-person'))?.status()).toBe(404)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('the account menu links to the own profile and the settings', async ({
  page,
  site,
  context,
}) => {
  await logInAs(context, site, zoe)
  await page.goto('/questions')
  await page.getByRole('button', { name: zoe.name }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: zoe.name })).toBeVisible()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByLabel('Display name')).toHaveValue(zoe.name)
})

test('links to users and tags have cards, on hover and on focus', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`/questions/${question.id}`)
  await hydrate(page)
  const card = page.getByRole('tooltip')
  expect(requests.filter((url) => url.includes('/personal/user/info'))).toEqual([])

  const author = page.getByRole('main').getByRole('link', { name: zoe.name }).first()
  await author.scrollIntoViewIfNeeded()
  await expect(async () => {
    // Scrolling closes cards.
    await page.mouse.move(0, 0)
    await author.hover()
    await expect(card).toContainText('Member since', { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await expect(author).toHaveAccessibleDescription(/Member since/)
  await card.hover()
  await expect(card).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()

  const tag = page.getByRole('main').getByRole('list', { name: 'Tags' }).getByRole('link').first()
  await tag.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(card).toContainText('question')
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
})
