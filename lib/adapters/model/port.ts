/** The question for a model: which of our fields each of these columns contains. It includes no cell value. */
export interface MappingQuestion {
  columns: { index: number; header: string; samples: string[] }[];
  /** Fields that a column may still fill. */
  fields: string[];
}

export interface MappingAnswer {
  index: number;
  field: string;
}

/** Says which field a column may contain. May throw, take long, or answer nonsense: every answer is checked. */
export interface MappingModel {
  suggest(question: MappingQuestion): Promise<MappingAnswer[]>;
}
