import { expect, type Page } from '@playwright/test'

export const searchField = (page: Page) =>
  page.getByRole('searchbox', { name: 'What are you looking for?' })

export const headerSearch = (page: Page) => page.getByRole('combobox', { name: 'Search' })

export const results = (page: Page) =>
  page.getByRole('list', { name: 'Results' }).getByRole('heading', { level: 2 })

export const chips = (page: Page) =>
  page.getByRole('list', { name: 'Filters in this search' }).getByRole('link')

/** Searches on the page of searches, as people do. */
export async function searchFor(page: Page, text: string) {
  await page.goto('/search')
  await searchField(page).fill(text)
  await searchField(page).press('Enter')
  await expect(page).toHaveURL(/\/search\?q=/)
}

export const questions = (page: Page) =>
  page.getByRole('list', { name: /^Questions/ }).getByRole('heading', { level: 2 })
