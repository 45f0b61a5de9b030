import { describe, expect, it } from 'vitest';
import { clusterSeen } from './place-states.ts';
import { codeFor, familyArchs } from './remote-gpu.ts';
import { queuedJob, stateIn } from './slurm-job.ts';
import { hopelessWords, ownWords, slurmEnding, waitingWords } from './slurm-words.ts';

describe('why a job waits', () => {
  it.each([
    'PartitionTimeLimit',
    'InvalidAccount',
    'InvalidQOS',
    'BadConstraints',
    'QOSMaxGRESPerJob',
    'AssocMaxWallDurationPerJobLimit',
    'QOSMaxWallDurationPerJobLimit',
  ])('%s never passes', reason => expect(hopelessWords(reason)).not.toBeNull());

  it.each([
    'Resources',
    'Priority',
    'None',
    'ReqNodeNotAvail',
    'ReqNodeNotAvail, UnavailableNodes:n1',
    'QOSMaxJobsPerUserLimit',
    'AssocGrpGRES',
    'PartitionDown',
  ])('%s may pass', reason => {
    expect(hopelessWords(reason)).toBeNull();
    expect(waitingWords(reason)).not.toBe('');
  });
});

describe('why a job ended', () => {
  it.each([
    ['TIMEOUT', '', 'timeLimit'],
    ['', 'slurmstepd: error: *** STEP 12.0 ON vm CANCELLED AT 2026-11-28T17:01:03 DUE TO TIME LIMIT ***', 'timeLimit'],
    ['', '*** JOB 7 ON n1 CANCELLED AT 2026-11-28T17:01:03 DUE TO PREEMPTION ***', 'preempted'],
    ['NODE_FAIL', '', 'nodeFailed'],
    ['OUT_OF_MEMORY', 'slurmstepd: error: Detected 1 oom_kill event in StepId=1.0', 'outOfMemory'],
    ['CANCELLED', 'slurmstepd: error: StepId=4.0 exceeded memory limit (2 > 1), being killed', 'outOfMemory'],
    ['CANCELLED', '', 'cancelled'],
    ['CANCELLED', 'srun: Job allocation 4 has been revoked', 'cancelled'],
    [
      '',
      'srun: error: Unable to allocate resources: Unable to contact slurm controller (connect failure)',
      'unreachable',
    ],
    [
      '',
      'srun: error: invalid partition specified: nope\nsrun: error: Unable to allocate resources: Invalid partition name specified',
      'refused',
    ],
  ])('%s %s', (state, stderr, at) => {
    expect(slurmEnding({ state, stderr })?.at).toBe(at);
  });

  it('is not Slurm where the process ended by itself', () => {
    const stderr = 'no NVIDIA driver on this machine\nsrun: error: vm: task 0: Exited with exit code 3';
    expect(slurmEnding({ state: 'FAILED', stderr })).toBeNull();
    expect(ownWords(stderr)).toBe('no NVIDIA driver on this machine');
  });
});

it('the queue says how many are before a job', () => {
  expect(queuedJob('12|PENDING|Priority|2026-11-28T18:00:00|100\n7|100\n9|50\n12|100\n13|200\n14|100\n')).toEqual({
    ...{ id: 12, state: 'PENDING', reason: 'Priority', start: '2026-11-28T18:00:00', ahead: 2 },
  });
  expect(queuedJob('12|PENDING|Resources|N/A|100\n12|100\n')).toMatchObject({ start: null, ahead: 0 });
  expect(queuedJob('7|100\n')).toBeNull();
  expect(stateIn('JobId=7 JobName=lanescape-0 JobState=NODE_FAIL Reason=NodeDown')).toBe('NODE_FAIL');
});

describe('a cluster that is looked at', () => {
  it.each([
    ['up|2|idle\nup|1|mixed\nup|5|allocated\nwaiting\n1\n2\n3\n', '', { queue: '3 of 8 nodes with room, 3 jobs wait' }],
    ['up|2|down*\nwaiting\n', '', { queue: '0 of 2 nodes with room, 0 jobs wait', problem: 'all its nodes are down' }],
    [
      'down|2|idle\nwaiting\n4\n',
      '',
      { queue: '2 of 2 nodes with room, 1 job waits', problem: 'the partition is down' },
    ],
    ['waiting\n', '', { problem: 'there is no partition gpu' }],
    ['', 'sh: 1: sinfo: not found', { problem: "Slurm's commands are not on the PATH there" }],
    [
      '',
      'slurm_load_partitions: Unable to contact slurm controller',
      { problem: 'the controller of the cluster does not answer (slurmctld)' },
    ],
  ])('%j', (told, stderr, seen) => {
    expect(clusterSeen(told, stderr, 'gpu')).toEqual(seen);
  });
});

describe('what is built for a GPU that nobody has seen', () => {
  it('has code for each family', () => {
    const archs = [
      'sm_75',
      'sm_80',
      'sm_86',
      'sm_89',
      'sm_90',
      'sm_90a',
      'sm_100',
      'sm_100a',
      'sm_103',
      'sm_120',
      'sm_121',
    ];
    expect(familyArchs(archs)).toEqual(['sm_75', 'sm_80', 'sm_90a', 'sm_100', 'sm_120']);
  });

  it.each([
    ['sm_90', 13000, { arch: 'sm_90', kind: 'own' }],
    ['sm_89', 13000, { arch: 'sm_80', kind: 'family' }],
    ['sm_103', 13000, { arch: 'sm_100', kind: 'family' }],
    ['sm_130', 13010, { arch: 'sm_100', kind: 'ptx' }],
    ['sm_130', 14000, { arch: 'sm_100', kind: 'ptx' }],
    ['sm_90', 12080, 'runs code of CUDA 12.8, and nvcc 13.1.0 makes code of CUDA 13.1'],
    ['sm_130', 13000, 'so its driver must compile; the driver there runs code of CUDA 13.0'],
    ['sm_70', 13010, 'makes no code for the GPU there (sm_70)'],
  ])('%s with a driver of CUDA %i', (arch, cudaVersion, expected) => {
    const nvcc = { version: '13.1.0', archs: ['sm_80', 'sm_90', 'sm_90a', 'sm_100', 'sm_100a'] };
    const code = codeFor({ cudaVersion, arch, name: 'GPU' }, nvcc);
    if (typeof expected === 'string') expect(code.ok ? '' : code.error).toContain(expected);
    else expect(code).toEqual({ ok: true, value: expected });
  });
});
