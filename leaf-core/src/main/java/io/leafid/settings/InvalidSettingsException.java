package io.leafid.settings;

import java.util.List;
import java.util.stream.Collectors;

/** The refusal of a settings record, with all that is wrong with it. */
public final class InvalidSettingsException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final transient List<SettingProblem> problems;

    InvalidSettingsException(List<SettingProblem> problems) {
        super(problems.stream().map(SettingProblem::message).collect(Collectors.joining("; ")));
        this.problems = List.copyOf(problems);
    }

    /** The problems, in the order of the checks. */
    public List<SettingProblem> problems() {
        return problems;
    }
}
