import { expect, type Page } from '@playwright/test'

export const searchField = (page: Page) =>
  page.getByRole('searchbox', { name: 'Search questions and answers' })

export const headerSearch = (page: Page) => page.getByRole('combobox', { name: 'Search' })

/** Opens the header search on phones. */
export const searchLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Search', exact: true })

export const results = (page: Page) =>
  page.getByRole('list', { name: 'Results' }).getByRole('heading', { level: 2 })

export const filterChips = (page: Page) =>
  page.getByRole('list', { name: 'Active filters' }).getByRole('link')

/** Searches with the form on the search page. */
export async function searchFor(page: Page, text: string) {
  await page.goto('/search')
  await searchField(page).fill(text)
  await searchField(page).press('Enter')
  await expect(page).toHaveURL(/\/search\?q=/)
}

export const questions = (page: Page) =>
  page.getByRole('list', { name: /^Questions/ }).getByRole('heading', { level: 2 })
