import { createTag, editTag, getTag } from '@stoa/contract/features/tags'
import { insertFile } from '../pages/editor-files.ts'
import { logInAs } from '../pages/settings-pages.ts'
import { aPhoto } from '../support/photo.ts'
import { apiClient } from '../support/api-client.ts'
import { hydrate } from '../support/hydration.ts'
import { aMember, askAs, logInAsAdmin } from '../support/seed.ts'
import { samples } from '../support/samples.ts'
import { findSmallTargets } from '../support/targets.ts'
import { expect, test } from '../support/test.ts'

const label = 'Description'

test('staff create a tag with an image, edit it, add a synonym and merge it', async ({
  page,
  site,
  context,
}) => {
  const admin = await logInAsAdmin(site)
  await askAs(site, admin, { ...samples[0]!, title: 'What is levain?', tags: ['levain'] })
  await apiClient(site, admin.token).call(createTag, {
    slug_name: 'leaven',
    display_name: 'Leaven',
    original_text: '',
  })
  await logInAs(context, site, admin)

  await test.step('create with a photo that contains metadata', async () => {
    await page.goto('/tags/create')
    await hydrate(page)
    await page.getByLabel('Name', { exact: true }).fill('Poolish')
    await page.getByLabel('URL slug').fill('Leaven')
    const bytes = aPhoto(600, 400, 'taken-at-home')
    await insertFile(page, label, 'paste', { name: 'My loaf.png', type: 'image/png', bytes })
    const editor = page.getByRole('textbox', { name: label })
    await page.getByLabel('Describe this image for people who can’t see it').fill('My loaf')
    await page.keyboard.press('Enter')
    await expect(editor).toContainText('![My loaf](/uploads/post/')
    await insertFile(page, label, 'drop', {
      name: 'notes.png',
      type: 'image/png',
      bytes: Buffer.from('no image at all'),
    })
    await expect(page.getByText('Can’t read this image.')).toBeVisible()
    await page.getByRole('button', { name: 'Create tag' }).press('Enter')
    // The slug is taken: the form shows an error and keeps all values.
    await expect(page.getByText('already', { exact: false })).toBeVisible()
    await page.getByLabel('URL slug').fill('Poolish')
    await page.getByRole('button', { name: 'Create tag' }).press('Enter')
    await expect(page).toHaveURL(/\/tags\/poolish\/info$/)

    const image = page.getByRole('img', { name: 'My loaf' })
    await expect(image).toHaveAttribute('width', '600')
    await expect(image).toHaveAttribute('height', '400')
    const response = await page.request.get(String(await image.getAttribute('src')))
    expect(response.headers()['content-type']).toBe('image/webp')
    expect((await response.body()).includes('taken-at-home')).toBe(false)
  })

  await test.step('edit with a concurrent edit', async () => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Edit Poolish' })).toBeVisible()
    const tagId = /tags\/(\d+)\/edit/.exec(page.url())?.[1] ?? ''
    const client = apiClient(site, admin.token)
    const { slug_name, display_name } = await client.call(getTag, { id: tagId })
    const concurrentEdit = {
      tag_id: tagId,
      slug_name,
      display_name,
      original_text: 'What another wrote.',
    }
    await client.call(editTag, concurrentEdit)
    const editor = page.getByRole('textbox', { name: label })
    await expect(editor).toHaveAttribute('contenteditable', 'true')
    await editor.press('ControlOrMeta+a')
    await page.keyboard.insertText('What I wrote.')
    await page.getByRole('button', { name: 'Save changes' }).press('Enter')
    await expect(page.getByText('Someone else edited this tag.')).toBeVisible()
    await expect(page.getByRole('table')).toContainText('What another wrote.')
    await expect(editor).toContainText('What I wrote.')
    await page.getByRole('button', { name: 'Save changes' }).press('Enter')
    await expect(page).toHaveURL(/\/info$/)
    // The URL changes before the page does.
    await expect(editor).toHaveCount(0)
    await expect(page.getByText('What I wrote.')).toBeVisible()
  })

  await test.step('add a synonym that redirects to the tag and prevents its deletion', async () => {
    await page.getByRole('button', { name: 'Add synonym' }).press('Enter')
    const names = page.getByRole('combobox', { name: 'Synonyms of this tag' })
    await names.fill('leav')
    await page.getByRole('option', { name: /Leaven/ }).click()
    await page.getByRole('button', { name: 'Save synonyms' }).press('Enter')
    const synonyms = page.getByRole('list', { name: 'Synonyms' })
    await expect(synonyms).toContainText('Leaven')
    await page.goto('/tags/leaven/info')
    await expect(page).toHaveURL(/\/tags\/poolish\/info$/)
    await hydrate(page)
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await expect(page.getByRole('dialog')).toContainText('Remove it first.')
    await page.keyboard.press('Escape')
  })

  await test.step('merge', async () => {
    await page.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Merge' })).toBeDisabled()
    await dialog.getByRole('combobox', { name: 'Merge into' }).fill('levain')
    await page.getByRole('option', { name: /levain/ }).click()
    await dialog.getByRole('button', { name: 'Merge' }).press('Enter')
    await expect(page).toHaveURL(/\/tags\/levain\/info$/)
    await expect(page.getByRole('list', { name: 'Synonyms' })).toContainText('Poolish')
    await expect(page.getByRole('list', { name: 'Synonyms' })).toContainText('Leaven')
  })
})

test('a member reads about a tag and sees which reputation editing requires', async ({
  page,
  site,
  context,
}) => {
  const admin = await logInAsAdmin(site)
  const client = apiClient(site, admin.token)
  const texts = { slug_name: 'porch', display_name: 'Porch', original_text: 'Where one sits.' }
  await client.call(createTag, texts)
  const { tag_id } = await client.call(getTag, { name: 'porch' })
  await page.goto('/tags/porch/info')
  await expect(page.getByText('Where one sits.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
  await logInAs(context, site, await aMember(site, 'Nova Reader'))
  await page.goto(`/tags/${tag_id}/edit`)
  await expect(page.getByText(/You need 50 reputation/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
})

test('rows of a list show whole tags and names, and count the tags that do not fit', async ({
  page,
  site,
}) => {
  const admin = await logInAsAdmin(site)
  const title =
    'Why does the planner stop using my partial index on a very large table once the status filter is a bind parameter in a prepared statement?'
  const tags = ['postgresql-planner', 'partial-indexes', 'bind-parameters', 'statements', 'sql']
  await askAs(site, admin, { title, body: 'It is slow, and I measured it.', tags })
  const short = { title: 'What is a plan?', body: 'I read about it.', tags: tags.slice(0, 1) }
  await askAs(site, admin, short)
  for (const [width, shown] of [
    [1280, ['postgresql-planner', 'partial-indexes', '+3']],
    [1025, ['postgresql-planner', '+4']],
    [768, ['postgresql-planner', '+4']],
    [390, ['postgresql-planner', '+4']],
    [320, ['postgresql-planner', '+4']],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/tags/postgresql-planner')
    const row = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'partial index' })
      .first()
    const list = row.getByRole('list', { name: 'Tags' })
    const items = list.getByRole('listitem').filter({ visible: true })
    await expect(items, `${width}`).toHaveText([...shown])
    const cut = await row.evaluate((element) =>
      [...element.querySelectorAll('.row-tags span, .row-name')]
        .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth)
        .map((part) => part.textContent),
    )
    expect(cut, `${width}`).toEqual([])
    // The box of the text cuts nothing off: a title that is too long ends with an ellipsis.
    const isCut = await row.getByRole('heading').evaluate((heading) => {
      const box = heading.parentElement
      if (box === null || getComputedStyle(box).display === 'contents') return false
      return heading.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom
    })
    expect(isCut, `${width}`).toBe(false)
    expect(await findSmallTargets(page, 24), `${width}`).toEqual([])
  }
})

test('a tag page lists the tags that its questions share', async ({ page, site }) => {
  const admin = await logInAsAdmin(site)
  await askAs(site, admin, { ...samples[0]!, title: 'How hot is rye?', tags: ['rye', 'crust'] })
  await page.goto('/tags/rye')
  await page
    .getByRole('list', { name: 'Related tags' })
    .getByRole('link', { name: 'crust' })
    .click()
  await expect(page).toHaveURL('/tags/crust')
})
