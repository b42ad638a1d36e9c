import { z } from 'zod'
import { limits } from './limits.ts'

/** An integer sent as text (query string) or as a number (in process). */
export function wholeNumber(bounds: { min: number; max: number }) {
  return z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,9}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(bounds.min).max(bounds.max))
}

/** Pagination fields of a list's input. */
export const paging = {
  page: wholeNumber({ min: 1, max: 1_000_000 }).default(1),
  page_size: wholeNumber({ min: 1, max: limits.pageSize.max }).default(limits.pageSize.default),
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ count: z.number().int(), list: z.array(item) })
}

export type Page<Item> = { count: number; list: Item[] }
