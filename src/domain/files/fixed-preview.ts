/** The preview of an image or video of which none can be made (api 1.3): a mid-gray PNG of 16 × 9 pixels. */
export const FIXED_PREVIEW =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAJCAAAAAAeQfPuAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQI12NoQAMMg0QAAIXUSAEErncjAAAAAElFTkSuQmCC';
