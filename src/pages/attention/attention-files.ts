/** Files of the page that only attention has. */
import { csvText } from '../../base/csv.ts';
import { attentionTiles } from '../../model/pipeline/presets/attention-tiles.ts';
import { type ExportFile, textFile } from '../../panels/download.ts';
import type { PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import { scenarioText } from '../kit/pipeline/variant-scenario.ts';

const TILE_COLUMNS = [
  ...['headDim', 'blockM', 'blockN', 'p', 'groups', 'threads', 'producerRegisters', 'consumerRegisters', 'pingPong'],
  ...['rescalesFirst', 'sharedBytes', 'productClk', 'expClk'],
];

/** A line for each head dimension; bytes and clk without units, as their columns say. */
export function tilesCsv(isFp8: boolean): string {
  const lines = attentionTiles(isFp8).map(tile => [
    ...[tile.headDim, tile.blockM, tile.blockN, tile.sharedP ? 'shared' : 'registers', tile.groups, tile.threads],
    ...[tile.registers.producer, tile.registers.consumer, tile.pingPong, tile.rescalesFirst],
    ...[tile.sharedBytes, tile.productClk, tile.expClk],
  ]);
  return csvText([TILE_COLUMNS, ...lines]);
}

export const tilesFile = (isFp8: boolean): ExportFile =>
  textFile(`attention-tiles-${isFp8 ? 'fp8' : 'bf16'}.csv`, 'text/csv', tilesCsv(isFp8));

/** Scenario of the chosen schedule, which is the first one. */
export const scenarioFile = ([side]: readonly PipelineSide[]): ExportFile =>
  textFile('scenario.json', 'application/json', side === undefined ? '' : scenarioText(side.scenario));
