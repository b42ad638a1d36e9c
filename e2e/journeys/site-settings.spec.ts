import { hydrate } from '../support/hydration.ts'
import { setCookies } from '../support/screens.ts'
import { aMember, askAs, logInAsAdmin } from '../support/seed.ts'
import { collectErrors, expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

test.beforeEach(async ({ context, site }) => {
  await setCookies(context, site, await logInAsAdmin(site), appearance)
})

test('an admin finds a setting, fixes a wrong value, saves it and undoes it', async ({ page }) => {
  await page.goto('/admin/general')
  const find = page.getByRole('searchbox', { name: 'Find a setting' })
  await find.fill('serial')
  await find.press('Enter')
  await page.getByRole('link', { name: /Votes in a day/ }).click()
  await expect(page).toHaveURL(/\/admin\/voting#setting-voting-serial_votes-row$/)
  await hydrate(page)

  const votes = page.getByRole('textbox', { name: 'Votes in a day' })
  await expect(votes).toHaveValue('5')
  await votes.fill('-5')
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(bar).toContainText('1 unsaved change')
  await bar.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Enter a whole number from 0 to 1,000.')).toBeVisible()
  await expect(votes).toBeFocused()
  await bar.getByRole('button', { name: '1 needs fixing' }).click()
  await expect(votes).toBeFocused()

  await page.getByRole('link', { name: 'Posting' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await votes.fill('7')
  await bar.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await expect(bar).toBeHidden()
  await expect(page.getByText('default: 5')).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Voting/ })).toContainText(
    '1 setting changed from the default',
  )

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(votes).toHaveValue('5')
  await expect(page.getByText('default: 5')).toBeHidden()

  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Votes in a day' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo change: Votes in a day' }).first().click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Votes in a day' })).toHaveCount(3)
  await page.getByRole('link', { name: 'Back to the settings' }).click()
  await expect(votes).toHaveValue('7')
  await page.getByRole('button', { name: 'Reset: Votes in a day' }).click()
  await bar.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('default: 5')).toBeHidden()
})

test('terms of service appear in the footer and on the sign-up page', async ({
  page,
  browser,
  site,
}) => {
  await page.goto('/admin/legal')
  await hydrate(page)
  const terms = page.getByRole('textbox', { name: 'Terms of service' })
  await terms.fill('Be **kind** to each other.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()

  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage()
  await visitor.goto('/users/register')
  await expect(visitor.getByText('By signing up, you accept the')).toBeVisible()
  await visitor.goto('/')
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' }).click()
  await expect(visitor).toHaveURL(/\/tos$/)
  await expect(visitor.getByText('kind', { exact: true })).toBeVisible()
  await visitor.context().close()

  await terms.fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
})

test('an admin uploads a logo and removes it', async ({ page }) => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page.goto('/admin/branding')
  await hydrate(page)
  const logo = page.locator('#setting-branding-logo')
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByRole('img', { name: 'Logo: preview' })).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Reset: Logo', exact: true }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
})

test('an admin sees what another form of links and other levels of privileges would change', async ({
  page,
  site,
}) => {
  const { id, url_title } = await askAs(site, await aMember(site, 'Pia Preview'))
  await page.goto('/admin/seo')
  await hydrate(page)
  const links = page.getByRole('combobox', { name: 'Links to questions' })
  await links.selectOption('/questions/10010000000000001')
  await expect(page.getByText('After saving')).toBeVisible()
  await expect(page.getByText(`${site.url}/questions/${id}`, { exact: true })).toBeVisible()
  await expect(page.getByText(`${site.url}/questions/${id}/${url_title}`)).toBeVisible()
  await expect(page.getByText(/redirect permanently/)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('After saving')).toBeHidden()

  await page.getByRole('link', { name: 'Privileges' }).click()
  await page.getByRole('combobox', { name: 'Level' }).selectOption('Open')
  const effects = page.getByRole('region', { name: 'If you save this' })
  const votes = effects.getByRole('listitem').filter({ hasText: 'Vote up questions' })
  await expect(votes).toContainText('8 → 1')
  await votes.getByRole('link', { name: /gain/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/admin/users?reputation_min=1&reputation_max=7')
})

test('an admin sees what of custom HTML is removed, and the text of the terms, before saving', async ({
  page,
}) => {
  await page.goto('/admin/css-html')
  await hydrate(page)
  const check = page.getByRole('region', { name: 'Removed or blocked' })
  await expect(check.getByRole('link', { name: 'open this page in safe mode' })).toHaveAttribute(
    'href',
    '/admin/css-html?safe_mode',
  )
  const footer = page.getByRole('textbox', { name: 'Footer' })
  await footer.fill('<p>Imprint</p>\n<script src="https://e.example/x.js"></script>')
  const removed = check.getByRole('listitem')
  await expect(removed).toContainText('Removed: scripts never run.')
  await removed.getByRole('button', { name: 'Footer, line 2' }).click()
  await expect(footer).toBeFocused()
  await footer.fill('<p>Imprint</p>')
  await expect(check).toContainText('Nothing is removed or blocked.')
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.goto('/admin/legal')
  await hydrate(page)
  const terms = page.getByRole('textbox', { name: 'Terms of service' })
  await terms.fill('Be **kind** to each other.')
  const preview = page.getByRole('region', { name: 'Terms of service: preview' })
  await expect(preview.getByText('kind', { exact: true })).toBeVisible()
  await terms.fill('https://example.org/terms')
  await expect(page.getByText('the page redirects to it')).toBeVisible()
  await expect(preview).toBeHidden()
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('an admin previews pages with custom HTML and CSS that are not saved', async ({
  page,
  context,
  site,
}) => {
  const { id } = await askAs(site, await aMember(site, 'Dora Draft'))
  await page.goto('/admin/css-html')
  await hydrate(page)
  await page
    .getByRole('textbox', { name: 'CSS' })
    .fill('.promo {\n  color: rgb(1, 2, 3);\n}\n.promo b {\n  letter-spacing: 5px;\n}')
  await page
    .getByRole('textbox', { name: 'Header' })
    .fill('<p class="promo">Meet us on <b>Friday</b></p>\n<script>window.ran = 1</script>')
  const open = async (name: string) => {
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name }).click()
    const tab = await opened
    const problems = collectErrors(tab)
    await tab.waitForLoadState()
    return { tab, problems }
  }
  for (const [button, url] of [
    ['Preview home page', /\/\?markup_preview$/],
    ['Preview a question', /\/questions\/\d+\/[^/]+\?markup_preview$/],
  ] as const) {
    const { tab, problems } = await open(button)
    await expect(tab).toHaveURL(url)
    await expect(tab.getByText('Preview: only you see this page')).toBeVisible()
    await expect(tab.locator('.promo')).toHaveCSS('color', 'rgb(1, 2, 3)')
    await expect(tab.locator('.promo b')).toHaveCSS('letter-spacing', '5px')
    await hydrate(tab)
    await expect(tab.locator('.promo')).toBeVisible()
    expect(await tab.evaluate(() => 'ran' in window)).toBe(false)
    expect(problems).toEqual([])
    await tab.goto(`/questions/${id}`)
    await expect(tab.locator('.promo')).toHaveCount(0)
    await tab.close()
  }
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('an admin checks the connection to the email server and sends a test email', async ({
  page,
}) => {
  await page.goto('/admin/smtp')
  await hydrate(page)
  await page.getByRole('textbox', { name: 'Send a test email to' }).fill('ines@example.org')
  await page.getByRole('textbox', { name: 'DKIM selector' }).fill('mail')
  await page.getByRole('button', { name: 'Check the connection' }).click()
  const steps = page
    .getByRole('list', { name: /^Connection to 127\.0\.0\.1:/ })
    .getByRole('listitem')
  await expect(steps).toHaveCount(5)
  for (const step of ['Find the server', 'Connect', 'Greeting', 'Send a test email'])
    await expect(steps.filter({ hasText: step })).toContainText('OK')
  await expect(steps.filter({ hasText: 'Log in' })).toContainText('Skipped')
  const records = page.getByRole('list', { name: /^DNS records of/ }).getByRole('listitem')
  await expect(records.filter({ hasText: 'SPF' })).toBeVisible()
})
