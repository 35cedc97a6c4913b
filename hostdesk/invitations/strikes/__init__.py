"""The pages of attendance and strikes."""
