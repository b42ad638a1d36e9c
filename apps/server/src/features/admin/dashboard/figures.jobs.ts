import { every } from '../../../kernel/events.ts'
import { computeFigures } from './figures.actions.ts'

export const figuresListeners = [
  // Once a day, soon after midnight in the time zone of the site.
  every('17 * * * *', 'compute-figures', computeFigures),
]
