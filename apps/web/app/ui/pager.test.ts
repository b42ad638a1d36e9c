import { expect, it } from 'vitest'
import { pageNumbers } from './pager.tsx'

const shown = (page: number, pages: number) =>
  pageNumbers(page, pages)
    .map((n) => n ?? '…')
    .join(' ')

it('shows the first and last page, the current one and its neighbors', () => {
  expect(shown(6, 40)).toBe('1 … 5 6 7 … 40')
})

it('shows four pages at the start and the end', () => {
  expect(shown(1, 832)).toBe('1 2 3 4 … 832')
  expect(shown(832, 832)).toBe('1 … 829 830 831 832')
})

it('shows a page instead of a gap of one', () => {
  expect(shown(4, 9)).toBe('1 2 3 4 5 … 9')
  expect(shown(3, 6)).toBe('1 2 3 4 5 6')
})

it('shows every page of a short list', () => {
  expect(shown(2, 3)).toBe('1 2 3')
})
